import type { CheckedJourney } from './checked-journey.ts';

/** Outcomes after which a condition is known, such as `*.refused`; `undefined` if it is known everywhere. */
export function findOutcomesKnowing({ names }: CheckedJourney, condition: string): readonly string[] | undefined {
  return Object.hasOwn(names.after, condition) ? names.after[condition] : undefined;
}

/** Whether a condition is known after an outcome, such as `register.refused`, or, without one, from the visitor's session. */
export function isKnown(journey: CheckedJourney, condition: string, outcome: string | undefined): boolean {
  const after = findOutcomesKnowing(journey, condition);
  return after === undefined || (outcome !== undefined && after.some((pattern) => matches(pattern, outcome)));
}

/** `*` stands for every outcome, `*.refused` for that of every use case, `register.*` for all of one. */
function matches(pattern: string, outcome: string): boolean {
  if (pattern === '*') return true;
  const [useCase, name] = pattern.split('.');
  const [ofUseCase, ofName] = outcome.split('.');
  return (useCase === '*' || useCase === ofUseCase) && (name === '*' || name === ofName);
}
