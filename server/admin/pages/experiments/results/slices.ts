import type { CellView, ColumnView, Mark, SectionView, TableView } from '#engine/base/data-view.ts';
import type { EffectResult, GuardrailResult } from '#server/site/experiments/results/figures.ts';
import { intervalScale } from './plots.ts';
import type { Telling } from './telling.ts';
import { valueName } from './value-names.ts';
import { conversionName } from './verdict-words.ts';

const guardrailMarks: Readonly<Record<GuardrailResult['effects'][number]['state'], Mark>> = {
  held: 'on',
  harmed: 'stop',
  unclear: 'half',
};

/** What must not suffer; nothing where the split says that no rate means anything. */
export function guardrailSection(telling: Telling): readonly SectionView[] {
  const { asking, results, figures } = telling;
  const { guardrails, sampleRatio, alpha, smallestEffect } = results;
  const { words } = asking;
  if (sampleRatio.isBroken || guardrails.length === 0) return [];
  const { columns, cells } = comparison(
    telling,
    guardrails.flatMap((each) => each.effects.flatMap(({ effect }) => effect ?? [])),
    1 - alpha * 2,
  );
  const table: TableView = {
    caption: words('results.guardrailsText', { smallest: figures.share(smallestEffect) }),
    columns: [{ label: words('results.guardrail') }, { label: words('results.finding') }, ...columns],
    rows: guardrails.flatMap(({ event, arms, effects }) =>
      effects.map(({ arm, state, effect }) => ({
        key: `${event} ${arm}`,
        cells: [
          { text: conversionName(words, event), sub: arm },
          { text: words(`results.guardrail.${state}`), mark: guardrailMarks[state] },
          ...cells(arms, arm, effect),
        ],
      })),
    ),
    empty: { title: words('list.nothing'), text: '' },
  };
  return [{ kind: 'table', title: words('results.guardrails'), table }];
}

/** Those who agreed to statistics, split by one thing after the other. */
export function dimensionSections(telling: Telling): readonly SectionView[] {
  const { asking, results } = telling;
  const { dimensions, sampleRatio, alpha } = results;
  const { words, locale } = asking;
  if (sampleRatio.isBroken || dimensions.length === 0) return [];
  const tables = dimensions.map(({ dimension, beside = '', slices, more }): SectionView => {
    const { columns, cells } = comparison(
      telling,
      slices.flatMap(({ arms }) => arms.flatMap(({ effect }) => effect ?? [])),
      1 - alpha,
    );
    const rows = slices.flatMap(({ value, arms }) =>
      arms.slice(1).map(({ key, effect }) => ({
        key: `${value} ${key}`,
        cells: [{ text: valueName(words, locale, dimension, value), sub: key }, ...cells(arms, key, effect)],
      })),
    );
    const left = { key: 'more', cells: [{ text: words('results.more', { count: words.number(more) }) }] };
    const label = words(`results.by.${dimension}`, { experiment: beside });
    const table: TableView = {
      caption: label,
      columns: [{ label }, ...columns],
      rows: more === 0 ? rows : [...rows, { ...left, cells: [...left.cells, ...columns.map(() => ({ text: '' }))] }],
      empty: { title: words('list.nothing'), text: '' },
    };
    return { kind: 'table', table };
  });
  return [{ kind: 'note', mark: 'off', title: words('results.by'), text: words('results.byText') }, ...tables];
}

interface Compared {
  readonly key: string;
  readonly visitors: number;
  readonly conversions: number;
}

/** Columns that set an arm beside the base, on one scale. */
function comparison(
  { asking: { words }, results: { smallestEffect }, figures }: Telling,
  effects: readonly EffectResult[],
  level: number,
): {
  readonly columns: readonly ColumnView[];
  cells(arms: readonly Compared[], arm: string, effect: EffectResult | null): readonly CellView[];
} {
  const scale = intervalScale(effects, smallestEffect, figures, words('results.control'));
  const rateOf = (arm: Compared | undefined): string =>
    arm === undefined || arm.visitors === 0 ? '–' : figures.rate(arm.conversions / arm.visitors);
  return {
    columns: [
      { label: words('results.visitors'), numeric: true },
      { label: words('results.baseRate'), numeric: true },
      { label: words('results.rate'), numeric: true },
      { label: words('results.effect'), numeric: true },
      {
        label: words('results.interval', { level: figures.share(level) }),
        ...(effects.length > 0 && { ticks: scale.ticks }),
      },
    ],
    cells(arms, arm, effect) {
      const [control] = arms;
      const own = arms.find(({ key }) => key === arm);
      const shared = [
        { text: words.number((control?.visitors ?? 0) + (own?.visitors ?? 0)) },
        { text: rateOf(control) },
        { text: rateOf(own) },
      ];
      if (effect === null) return [...shared, { text: '–' }, { text: '–' }];
      const [low, high] = effect.interval;
      const between = words('results.between', { low: figures.effect(low), high: figures.effect(high) });
      const title = `${arm}: ${figures.effect(effect.value)}`;
      return [
        ...shared,
        { text: figures.effect(effect.value) },
        { text: between, interval: scale.place(effect, { title, description: between }) },
      ];
    },
  };
}
