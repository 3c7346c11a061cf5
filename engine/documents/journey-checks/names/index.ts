import type { FindingDraft } from '../../finding-draft.ts';
import type { CheckedJourney } from '../checked-journey.ts';
import { checkFormNames } from './form-names.ts';
import { checkMachineNames } from './check-machine-names.ts';
import { checkOutcomeNames } from './outcome-names.ts';

const known = new WeakMap<CheckedJourney, readonly FindingDraft[]>();

/** All names in the document of a journey that do not exist. */
export function findUnknownNames(journey: CheckedJourney): readonly FindingDraft[] {
  const findings = known.get(journey) ?? [
    ...checkMachineNames(journey),
    ...checkOutcomeNames(journey),
    ...checkFormNames(journey),
  ];
  known.set(journey, findings);
  return findings;
}

/** Whether all names of the document exist; otherwise consequences of a wrong name are not reported. */
export function namesExist(journey: CheckedJourney): boolean {
  return findUnknownNames(journey).length === 0;
}
