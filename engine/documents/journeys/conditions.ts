import type { JourneyConditions } from '#schemas/generated/documents.ts';

/** Condition → the value that holds. */
export type Conditions = Readonly<Record<string, string | undefined>>;

/** Whether every named condition has the value, or one of the values, that is asked for. A condition that is not known has none. */
export function holds(when: JourneyConditions | undefined, conditions: Conditions): boolean {
  return Object.entries(when ?? {}).every(([name, values]) => {
    const value = conditions[name];
    return value !== undefined && (typeof values === 'string' ? values === value : values.includes(value));
  });
}

/** The first alternative whose conditions hold; `undefined` when none does. */
export function firstThatHolds<Alternative extends { readonly when?: JourneyConditions }>(
  alternatives: readonly Alternative[],
  conditions: Conditions,
): Alternative | undefined {
  return alternatives.find(({ when }) => holds(when, conditions));
}
