import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { VisitorCounts } from './counts.ts';
import { effectOf, type Judging } from './effect.ts';
import type { GuardrailResult } from './figures.ts';

/**
 * What must not suffer from an arm that wins. A guardrail is asked in one direction alone: the interval leaves out fewer conversions than
 * its lower end, and more than its upper one, with the whole error each.
 */
export function guardrailsOf(
  { guardrails, arms, smallestEffect }: Pick<ResolvedExperiment, 'guardrails' | 'arms' | 'smallestEffect'>,
  { visitors, guardrails: counted }: Pick<VisitorCounts, 'visitors' | 'guardrails'>,
  judging: Judging,
): readonly GuardrailResult[] {
  const oneSided = { ...judging, alpha: judging.alpha * 2 };
  return guardrails.map((event): GuardrailResult => {
    const conversions = counted.get(event);
    const proportions = arms.map(({ key }) => ({
      key,
      visitors: visitors.get(key) ?? 0,
      conversions: conversions?.get(key) ?? 0,
    }));
    const [control, ...treatments] = proportions;
    return {
      event,
      arms: proportions,
      effects: treatments.map((own) => {
        const effect = control === undefined ? null : effectOf(control, own, oneSided);
        if (effect === null) return { arm: own.key, state: 'unclear', effect };
        const [low, high] = effect.interval;
        return { arm: own.key, state: high < 0 ? 'harmed' : low > -smallestEffect ? 'held' : 'unclear', effect };
      }),
    };
  });
}
