import type { CellView, TableView } from '#engine/shared/data-view.ts';
import type { ReportContext } from './report-context.ts';

/** Relative difference from the lightest or fastest variation above which speed alone may explain a result. */
const DOUBT = 0.1;
/** Minimum page views of a variation for a meaningful speed. */
const MIN_PAGES = 200;

/** Confounders of a result (N16): page weight and largest contentful paint by variation. */
export function speedRows(context: ReportContext): TableView['rows'] {
  return [...weightRow(context), paintRow(context)];
}

/** Only for the current phase: page weights of earlier phases are not stored. */
function weightRow({ request: { words }, experiment, results, weights }: ReportContext): TableView['rows'] {
  if (experiment.earlier.some(({ phase }) => phase === experiment.phase)) return [];
  const bytes = results.variations.map(({ key }) => weights.of({ experiment: experiment.key, variation: key }));
  const known = bytes.filter((each) => each !== null);
  const finding: CellView =
    known.length < bytes.length
      ? { text: words('results.weightUnknown'), mark: 'wait' }
      : differ(known)
        ? { text: words('results.weightDiffers'), mark: 'alert' }
        : { text: words('results.weightAlike'), mark: 'on' };
  const figures = bytes.map((each) => (each === null ? '–' : words.number(each))).join(' : ');
  return [
    {
      key: 'weight',
      cells: [
        { text: words('results.weight') },
        finding,
        { text: words('results.weightBytes', { bytes: figures }), sub: words('results.weightText') },
      ],
    },
  ];
}

/** As reported by browsers. */
function paintRow({ request: { words }, results: { variations } }: ReportContext): TableView['rows'][number] {
  const paints = variations.map(({ paint }) => paint);
  const times = paints.map((paint) => paint?.p75 ?? 0);
  const finding: CellView = paints.some((paint) => paint === null || paint.pages < MIN_PAGES)
    ? { text: words('results.paintFew'), mark: 'wait' }
    : differ(times)
      ? { text: words('results.weightDiffers'), mark: 'alert' }
      : { text: words('results.weightAlike'), mark: 'on' };
  const figures = paints.map((paint) => (paint === null ? '–' : words.number(paint.p75))).join(' : ');
  return {
    key: 'paint',
    cells: [
      { text: words('results.paint') },
      finding,
      { text: words('results.paintTime', { milliseconds: figures }), sub: words('results.paintText') },
    ],
  };
}

const differ = (figures: readonly number[]): boolean => Math.max(...figures) > Math.min(...figures) * (1 + DOUBT);
