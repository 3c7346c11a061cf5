import { type CheckedJourney, locationIn } from '../../journey-checks/checked-journey.ts';
import { getFormRules } from '../../journey-checks/names/form-names.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { NamedFlow } from './steps.ts';

/** Fields that the form of a single-step flow requires and no step of this flow: its last step would be refused without them. */
export function* findUnaskedFields(journey: CheckedJourney, { name, steps }: NamedFlow): Generator<FindingDraft> {
  const { forms } = journey.document;
  const whole = Object.keys(forms).find((form) => journey.names.steps[forms[form]?.useCase ?? form] === 'only');
  if (whole === undefined || steps.length === 1) return;
  const asked = new Set(steps.flatMap(({ form }) => requiredBy(form)));
  const missing = requiredBy(whole).filter((field) => !asked.has(field));
  if (missing.length === 0) return;
  const last = steps.length - 1;
  yield {
    location: locationIn(journey, ['flows', name, 'steps', last, 'form']),
    message: `No step of the flow "${name}" demands ${list(missing)}, which its last step needs to register anybody.`,
    expected: `steps whose forms together require all that "${whole}" requires`,
    found: steps.map(({ form }) => form),
  };
}

/** Names of the required fields of a form. */
function requiredBy(form: string): readonly string[] {
  return Object.entries(getFormRules(form)).flatMap(([field, { required }]) => (required ? [field] : []));
}

function list(fields: readonly string[]): string {
  return fields.map((field) => `"${field}"`).join(', ');
}
