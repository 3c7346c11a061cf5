import type { FormRules } from '#schemas/generated/forms.ts';
import { type CheckedJourney, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { findWholeForm, getFormRules } from '../../journeys/form-fields.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { NamedFlow } from './steps.ts';

/** Fields that the form of a single-step flow requires and no step of this flow: its last step would be refused without them. */
export function* findUnaskedFields(journey: CheckedJourney, { name, steps }: NamedFlow): Generator<FindingDraft> {
  const whole = findWholeForm(journey.name);
  if (whole === undefined || steps.length === 1) return;
  const asked = new Set(steps.flatMap(({ form }) => listRequired(getFormRules(form, journey))));
  const missing = listRequired(whole.rules).filter((field) => !asked.has(field));
  if (missing.length === 0) return;
  const last = steps.length - 1;
  yield {
    location: locateInJourney(journey, ['flows', name, 'steps', last, 'form']),
    message: `No step of the flow "${name}" demands ${list(missing)}, which its last step needs.`,
    expected: `steps whose forms together require all that "${whole.schema}" requires`,
    found: steps.map(({ form }) => form),
  };
}

function listRequired(rules: FormRules): readonly string[] {
  return Object.keys(rules).filter((field) => rules[field]?.required === true);
}

function list(fields: readonly string[]): string {
  return fields.map((field) => `"${field}"`).join(', ');
}
