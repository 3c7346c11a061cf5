import type { CellView, ColumnView, Mark, SectionView, TableView } from '#engine/shared/data-view.ts';
import type { EffectResult, GuardrailResult } from '#server/site/experiments/results/figures.ts';
import { computeIntervalScale } from './plots.ts';
import type { ReportContext } from './report-context.ts';
import { nameValue } from './value-names.ts';
import { nameConversion } from './describe-verdict.ts';

const guardrailMarks: Readonly<Record<GuardrailResult['effects'][number]['state'], Mark>> = {
  held: 'on',
  harmed: 'stop',
  unclear: 'half',
};

/** Guardrail metrics; empty with a sample ratio mismatch, which makes rates meaningless. */
export function buildGuardrailSection(context: ReportContext): readonly SectionView[] {
  const { request, results, figures } = context;
  const { guardrails, sampleRatio, alpha, minimumDetectableEffect } = results;
  const { t } = request;
  if (sampleRatio.isBroken || guardrails.length === 0) return [];
  const { columns, cells } = comparison(
    context,
    guardrails.flatMap((each) => each.effects.flatMap(({ effect }) => effect ?? [])),
    1 - alpha * 2,
  );
  const table: TableView = {
    caption: t('results.guardrailsText', { smallest: figures.share(minimumDetectableEffect) }),
    columns: [{ label: t('results.guardrail') }, { label: t('results.finding') }, ...columns],
    rows: guardrails.flatMap(({ event, variations, effects }) =>
      effects.map(({ variation, state, effect }) => ({
        key: `${event} ${variation}`,
        cells: [
          { text: nameConversion(t, event), sub: variation },
          { text: t(`results.guardrail.${state}`), mark: guardrailMarks[state] },
          ...cells(variations, variation, effect),
        ],
      })),
    ),
    empty: { title: t('list.nothing'), text: '' },
  };
  return [{ kind: 'table', title: t('results.guardrails'), table }];
}

/** Results of consenting visitors by dimension. */
export function buildDimensionSections(telling: ReportContext): readonly SectionView[] {
  const { request, results } = telling;
  const { dimensions, sampleRatio, alpha } = results;
  const { t, locale } = request;
  if (sampleRatio.isBroken || dimensions.length === 0) return [];
  const tables = dimensions.map(({ dimension, beside = '', slices, more }): SectionView => {
    const { columns, cells } = comparison(
      telling,
      slices.flatMap(({ variations }) => variations.flatMap(({ effect }) => effect ?? [])),
      1 - alpha,
    );
    const rows = slices.flatMap(({ value, variations }) =>
      variations.slice(1).map(({ key, effect }) => ({
        key: `${value} ${key}`,
        cells: [{ text: nameValue(t, locale, dimension, value), sub: key }, ...cells(variations, key, effect)],
      })),
    );
    const left = { key: 'more', cells: [{ text: t('results.more', { count: t.number(more) }) }] };
    const label = t(`results.by.${dimension}`, { experiment: beside });
    const table: TableView = {
      caption: label,
      columns: [{ label }, ...columns],
      rows: more === 0 ? rows : [...rows, { ...left, cells: [...left.cells, ...columns.map(() => ({ text: '' }))] }],
      empty: { title: t('list.nothing'), text: '' },
    };
    return { kind: 'table', table };
  });
  return [{ kind: 'note', mark: 'off', title: t('results.by'), text: t('results.byText') }, ...tables];
}

interface Compared {
  readonly key: string;
  readonly visitors: number;
  readonly conversions: number;
}

/** Columns that compare a variation with the control, on one scale. */
function comparison(
  { request: { t }, results: { minimumDetectableEffect }, figures }: ReportContext,
  effects: readonly EffectResult[],
  level: number,
): {
  readonly columns: readonly ColumnView[];
  cells(variations: readonly Compared[], variation: string, effect: EffectResult | null): readonly CellView[];
} {
  const scale = computeIntervalScale(effects, minimumDetectableEffect, figures, t('results.control'));
  const formatRate = (variation: Compared | undefined): string =>
    variation === undefined || variation.visitors === 0
      ? '–'
      : figures.rate(variation.conversions / variation.visitors);
  return {
    columns: [
      { label: t('results.visitors'), numeric: true },
      { label: t('results.baseRate'), numeric: true },
      { label: t('results.rate'), numeric: true },
      { label: t('results.effect'), numeric: true },
      {
        label: t('results.interval', { level: figures.share(level) }),
        ...(effects.length > 0 && { ticks: scale.ticks }),
      },
    ],
    cells(variations, variation, effect) {
      const [control] = variations;
      const own = variations.find(({ key }) => key === variation);
      const shared = [
        { text: t.number((control?.visitors ?? 0) + (own?.visitors ?? 0)) },
        { text: formatRate(control) },
        { text: formatRate(own) },
      ];
      if (effect === null) return [...shared, { text: '–' }, { text: t('results.short.not-enough-data') }];
      const [low, high] = effect.interval;
      const between = t('results.between', { low: figures.effect(low), high: figures.effect(high) });
      const title = `${variation}: ${figures.effect(effect.value)}`;
      return [
        ...shared,
        { text: figures.effect(effect.value) },
        { text: between, interval: scale.place(effect, { title, description: between }) },
      ];
    },
  };
}
