import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { VisitorCounts } from './counts.ts';
import { judgeEffect, type Judging } from './effect.ts';
import type { GuardrailResult } from './figures.ts';

/**
 * What must not suffer from a variation that wins. A guardrail is asked in one direction alone: the interval leaves out fewer conversions than
 * its lower end, and more than its upper one, with the whole error each.
 */
export function judgeGuardrails(
  {
    guardrails,
    variations,
    minimumDetectableEffect,
  }: Pick<ResolvedExperiment, 'guardrails' | 'variations' | 'minimumDetectableEffect'>,
  { visitors, guardrails: counted }: Pick<VisitorCounts, 'visitors' | 'guardrails'>,
  judging: Judging,
): readonly GuardrailResult[] {
  const oneSided = { ...judging, alpha: judging.alpha * 2 };
  return guardrails.map((event): GuardrailResult => {
    const conversions = counted.get(event);
    const proportions = variations.map(({ key }) => ({
      key,
      visitors: visitors.get(key) ?? 0,
      conversions: conversions?.get(key) ?? 0,
    }));
    const [control, ...treatments] = proportions;
    return {
      event,
      variations: proportions,
      effects: treatments.map((own) => {
        const effect = control === undefined ? null : judgeEffect(control, own, oneSided);
        if (effect === null) return { variation: own.key, state: 'unclear', effect };
        const [low, high] = effect.interval;
        return {
          variation: own.key,
          state: high < 0 ? 'harmed' : low > -minimumDetectableEffect ? 'held' : 'unclear',
          effect,
        };
      }),
    };
  });
}
