import type { Mark } from '#engine/shared/data-view.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import type { ResultsSummary } from '#server/site/experiments/results/results.ts';
import type { Verdict } from '#server/site/experiments/results/judge-experiment.ts';
import type { FigureFormats } from './figure-formats.ts';

export const verdictMarks: Readonly<Record<Verdict['kind'], Mark>> = {
  'nobody-yet': 'wait',
  'split-broken': 'stop',
  'not-enough-data': 'wait',
  better: 'on',
  worse: 'alert',
  harmful: 'alert',
  'no-difference': 'off',
  'too-early': 'half',
  undecided: 'off',
};

/** The verdict as a sentence, with qualifications that follow from the data. */
export function describeVerdict(
  t: StaffTranslator,
  figures: FigureFormats,
  { verdict, variations, minimumDetectableEffect }: Omit<ResultsSummary, 'planned'>,
): { readonly title: string; readonly text: string } {
  const { kind } = verdict;
  const title = (values: Readonly<Record<string, string>> = {}): string => t(`results.say.${kind}`, values);
  const smallest = figures.share(minimumDetectableEffect);
  if (kind === 'better' || kind === 'worse') {
    const { effect } = figures;
    const value = variations.find(({ key }) => key === verdict.variation)?.effect?.value ?? 0;
    return {
      title: title({ variation: verdict.variation, low: effect(verdict.low), high: effect(verdict.high) }),
      text: t('results.why.decided', { value: effect(value), smallest }),
    };
  }
  if (kind === 'harmful') {
    const guardrail = nameConversion(t, verdict.guardrail);
    const [low, high] = [figures.effect(verdict.low), figures.effect(verdict.high)];
    return { title: title({ variation: verdict.variation, guardrail, low, high }), text: t('results.why.harmful') };
  }
  if (kind === 'no-difference') return { title: title({ smallest }), text: t('results.why.no-difference') };
  return { title: title(), text: t(`results.why.${kind}`) };
}

/** Display name of a conversion; its event name without a translation. */
export function nameConversion(t: StaffTranslator, event: string): string {
  const key: string = `results.metric.${event}`;
  return t.has(key) ? t(key) : event;
}

/** Days until the target sample size at the current rate; a dash when unknown. */
export function describeDaysLeft(
  t: StaffTranslator,
  { verdict, planned, variations }: ResultsSummary,
  isLive: boolean,
): string {
  const visitors = variations.reduce((sum, variation) => sum + variation.visitors, 0);
  if (planned !== null && visitors >= planned) return t.number(0);
  const known = isLive && verdict.kind === 'too-early' ? verdict.daysLeft : null;
  return known === null ? '–' : t('results.about', { count: t.number(known) });
}
