import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { VariationResult, GuardrailResult, Method, SampleRatio } from './figures.ts';

/** The verdict that the data supports. `too-early` contains the remaining days at the current rate, when the target sample size is known. */
export type Verdict =
  | { readonly kind: 'nobody-yet' }
  | { readonly kind: 'split-broken' }
  | { readonly kind: 'not-enough-data' }
  | { readonly kind: 'better' | 'worse'; readonly variation: string; readonly low: number; readonly high: number }
  /** A guardrail fails, and no other variation is better; the interval is that of the guardrail. */
  | {
      readonly kind: 'harmful';
      readonly variation: string;
      readonly guardrail: string;
      readonly low: number;
      readonly high: number;
    }
  | { readonly kind: 'no-difference'; readonly minimumDetectableEffect: number }
  | { readonly kind: 'too-early'; readonly daysLeft: number | null }
  | { readonly kind: 'undecided' };

export interface VerdictQuestion {
  readonly experiment: Pick<ResolvedExperiment, 'minimumDetectableEffect'>;
  readonly method: Method;
  /** The control first. */
  readonly variations: readonly VariationResult[];
  readonly sampleRatio: Pick<SampleRatio, 'isBroken'>;
  readonly guardrails: readonly GuardrailResult[];
  /** Target sample size of all variations; `null` when unknown. */
  readonly planned: number | null;
  /** Days with visitors. */
  readonly days: number;
}

/** Computes the verdict. Pure. */
export function judgeExperiment({
  experiment,
  method,
  variations,
  sampleRatio,
  guardrails,
  planned,
  days,
}: VerdictQuestion): Verdict {
  const total = variations.reduce((sum, { visitors }) => sum + visitors, 0);
  if (total === 0) return { kind: 'nobody-yet' };
  if (sampleRatio.isBroken) return { kind: 'split-broken' };
  const effects = variations.flatMap(({ key, effect }) => (effect === null ? [] : [{ key, ...effect }]));
  if (effects.length < variations.length - 1) return { kind: 'not-enough-data' };
  const isDue = planned !== null && total >= planned;
  const tooEarly: Verdict = {
    kind: 'too-early',
    daysLeft: planned === null ? null : Math.ceil(((planned - total) / total) * days),
  };
  // Fixed-horizon methods are not valid before the planned end.
  if (method !== 'sequential' && !isDue) return tooEarly;
  const harmed = new Map(guardrails.flatMap(({ event, effects: own }) => own.flatMap((each) => listHarm(event, each))));
  const ranked = effects.toSorted((one, other) => other.value - one.value);
  const sound = ranked.find(({ key, interval }) => interval[0] > 0 && !harmed.has(key));
  if (sound !== undefined) return decided('better', sound);
  const [harm] = harmed.values();
  if (harm !== undefined) return harm;
  const [best] = ranked;
  if (effects.every(({ interval }) => interval[1] < 0) && best !== undefined) return decided('worse', best);
  const { minimumDetectableEffect } = experiment;
  if (effects.every(({ interval: [low, high] }) => low > -minimumDetectableEffect && high < minimumDetectableEffect))
    return { kind: 'no-difference', minimumDetectableEffect };
  return isDue ? { kind: 'undecided' } : tooEarly;
}

function decided(
  kind: 'better' | 'worse',
  { key, interval: [low, high] }: { readonly key: string; readonly interval: readonly [number, number] },
): Verdict {
  return { kind, variation: key, low, high };
}

function listHarm(
  guardrail: string,
  { variation, state, effect }: GuardrailResult['effects'][number],
): [string, Verdict][] {
  if (state !== 'harmed' || effect === null) return [];
  const [low, high] = effect.interval;
  return [[variation, { kind: 'harmful', variation, guardrail, low, high }]];
}
