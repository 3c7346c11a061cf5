import type { JourneyConditions } from '#schemas/generated/documents.ts';

/** Condition → its current value. */
export type Conditions = Readonly<Record<string, string | undefined>>;

/** Whether every condition has the required value, or one of them. An unknown condition has none. */
export function holds(when: JourneyConditions | undefined, conditions: Conditions): boolean {
  return Object.entries(when ?? {}).every(([name, values]) => {
    const value = conditions[name];
    return value !== undefined && (typeof values === 'string' ? values === value : values.includes(value));
  });
}

/** The first alternative whose conditions hold; `undefined` if none does. */
export function findAlternative<Alternative extends { readonly when?: JourneyConditions }>(
  alternatives: readonly Alternative[],
  conditions: Conditions,
): Alternative | undefined {
  return alternatives.find(({ when }) => holds(when, conditions));
}
