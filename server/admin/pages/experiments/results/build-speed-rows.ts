import type { CellView, TableView } from '#engine/shared/data-view.ts';
import type { ReportContext } from './report-context.ts';

/** Relative difference from the lightest or fastest variation above which speed alone may explain a result. */
const DOUBT = 0.1;
/** Minimum page views of a variation for a meaningful speed. */
const MIN_PAGES = 200;

/** Confounders of a result (N16): page weight and largest contentful paint by variation. */
export function buildSpeedRows(context: ReportContext): TableView['rows'] {
  return [...weightRow(context), paintRow(context)];
}

/** Only for the current phase: page weights of earlier phases are not stored. */
function weightRow({ request: { t }, experiment, results, weights }: ReportContext): TableView['rows'] {
  if (experiment.earlier.some(({ phase }) => phase === experiment.phase)) return [];
  const bytes = results.variations.map(({ key }) => weights.of({ experiment: experiment.key, variation: key }));
  const known = bytes.filter((each) => each !== null);
  const finding: CellView =
    known.length < bytes.length
      ? { text: t('results.weightUnknown'), mark: 'wait' }
      : differ(known)
        ? { text: t('results.weightDiffers'), mark: 'alert' }
        : { text: t('results.weightAlike'), mark: 'on' };
  const figures = bytes.map((each) => (each === null ? '–' : t.number(each))).join(' : ');
  return [
    {
      key: 'weight',
      cells: [
        { text: t('results.weight') },
        finding,
        { text: t('results.weightBytes', { bytes: figures }), sub: t('results.weightText') },
      ],
    },
  ];
}

/** As reported by browsers. */
function paintRow({ request: { t }, results: { variations } }: ReportContext): TableView['rows'][number] {
  const paints = variations.map(({ paint }) => paint);
  const times = paints.map((paint) => paint?.p75 ?? 0);
  const finding: CellView = paints.some((paint) => paint === null || paint.pages < MIN_PAGES)
    ? { text: t('results.paintFew'), mark: 'wait' }
    : differ(times)
      ? { text: t('results.weightDiffers'), mark: 'alert' }
      : { text: t('results.weightAlike'), mark: 'on' };
  const figures = paints.map((paint) => (paint === null ? '–' : t.number(paint.p75))).join(' : ');
  return {
    key: 'paint',
    cells: [
      { text: t('results.paint') },
      finding,
      { text: t('results.paintTime', { milliseconds: figures }), sub: t('results.paintText') },
    ],
  };
}

const differ = (figures: readonly number[]): boolean => Math.max(...figures) > Math.min(...figures) * (1 + DOUBT);
