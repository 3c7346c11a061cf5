import { type CheckedJourney, placeIn } from '../../journey-checks/checked-journey.ts';
import { fieldsOf, rulesOf } from '../../journey-checks/names/form-names.ts';
import type { Remark } from '../../place.ts';
import type { NamedFlow } from './steps.ts';

/** Fields that the form of a flow with one step requires, and that no step of this flow has. */
export function* fieldsThatNobodyAsksFor(journey: CheckedJourney, { name, steps }: NamedFlow): Generator<Remark> {
  const { forms } = journey.document;
  const whole = Object.keys(forms).find((form) => journey.names.steps[forms[form]?.useCase ?? form] === 'only');
  if (whole === undefined || steps.length === 1) return;
  const asked = new Set(steps.flatMap(({ form }) => fieldsOf(form)));
  const missing = Object.entries(rulesOf(whole)).flatMap(([field, { required }]) =>
    required && !asked.has(field) ? [field] : [],
  );
  if (missing.length === 0) return;
  const last = steps.length - 1;
  yield {
    place: placeIn(journey, ['flows', name, 'steps', last, 'form']),
    message: `The flow "${name}" never asks for ${list(missing)}, which its last step needs to register anybody.`,
    expected: `steps whose forms have all that "${whole}" requires`,
    found: steps.map(({ form }) => form),
  };
}

function list(fields: readonly string[]): string {
  return fields.map((field) => `"${field}"`).join(', ');
}
