import type { SectionView } from '#engine/shared/data-view.ts';
import { buildCurve } from './plots.ts';
import type { ReportContext } from './report-context.ts';

/** The best variation by day; only for sequential statistics, which may be read every day. */
export function buildCurveSection({ request: { t }, results, figures }: ReportContext): readonly SectionView[] {
  const { history, variations, minimumDetectableEffect, method, sampleRatio } = results;
  if (method !== 'sequential' || sampleRatio.isBroken) return [];
  const [best] = variations
    .flatMap(({ key, effect }, variation) =>
      effect === null ? [] : [{ key, index: variation - 1, value: effect.value }],
    )
    .toSorted((one, other) => other.value - one.value);
  if (best === undefined) return [];
  const title = t('results.overTime', { variation: best.key });
  const description = t('results.overTimeText', { smallest: figures.share(minimumDetectableEffect) });
  const curve = buildCurve({ history, index: best.index, minimumDetectableEffect, figures, title, description });
  if (curve === null) return [];
  const rows = history.flatMap(({ day, effects: { [best.index]: effect } }) =>
    effect
      ? [
          {
            key: day,
            cells: [day, effect.value, ...effect.interval].map((value) => ({
              text: typeof value === 'string' ? figures.day(value) : figures.effect(value),
            })),
          },
        ]
      : [],
  );
  const columns = (['results.day', 'results.effect', 'results.low', 'results.high'] as const).map((key, index) => ({
    label: t(key),
    numeric: index > 0,
  }));
  const table = { caption: title, columns, rows, empty: { title: t('list.nothing'), text: '' } };
  return [{ kind: 'curve', title, text: description, curve, summary: t('results.behind'), table }];
}
