import type { FindingDraft } from '../../finding-draft.ts';
import type { CheckedJourney } from '../checked-journey.ts';
import { formNames } from './form-names.ts';
import { machineNames } from './machine-names.ts';
import { outcomeNames } from './outcome-names.ts';

const known = new WeakMap<CheckedJourney, readonly FindingDraft[]>();

/** All names in the document of a journey that do not exist. */
export function unknownNames(journey: CheckedJourney): readonly FindingDraft[] {
  const findings = known.get(journey) ?? [...machineNames(journey), ...outcomeNames(journey), ...formNames(journey)];
  known.set(journey, findings);
  return findings;
}

/** Whether all names of the document exist; otherwise consequences of a wrong name are not reported. */
export function namesExist(journey: CheckedJourney): boolean {
  return unknownNames(journey).length === 0;
}
