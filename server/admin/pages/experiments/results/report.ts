import type { CellView, SectionView, TableView, VerdictView } from '#engine/shared/data-view.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { coverageAt } from '#engine/experiments/coverage.ts';
import { formView } from '#server/admin/form.ts';
import type { StaffWords } from '#server/admin/words.ts';
import { type VariationResult, type Method, methods, type NamedP } from '#server/site/experiments/results/figures.ts';
import type { ExperimentResults } from '#server/site/experiments/results/results.ts';
import { isOver } from '../drafting.ts';
import { type FigureWords, figureWords } from './figure-words.ts';
import { deviceName, languageName } from './value-names.ts';
import { intervalScale } from './plots.ts';
import { curveSection } from './curve-section.ts';
import { conversionName, daysLeft, verdictMarks, verdictWords } from './verdict-words.ts';
import type { Report, ReportContext } from './report-context.ts';
import { dimensionSections, guardrailSection } from './slices.ts';
import { speedRows } from './speed-rows.ts';

/** The full report of an experiment, the verdict first. */
export function reportSections(report: Report): readonly SectionView[] {
  const context = { ...report, figures: figureWords(report.request.locale) };
  const { request, results } = context;
  const { words } = request;
  const verdict: SectionView = { kind: 'verdict', verdict: verdictView(context) };
  if (results.verdict.kind === 'nobody-yet') return [verdict, ...switchSection(context), ...endSection(context)];
  return [
    verdict,
    { kind: 'table', title: words('results.variations'), table: variationsTable(context) },
    ...curveSection(context),
    ...guardrailSection(context),
    { kind: 'table', title: words('results.trust'), table: checksTable(context) },
    { kind: 'table', title: words('results.agreement'), table: agreementTable(context) },
    ...dimensionSections(context),
    {
      kind: 'note',
      mark: 'off',
      title: words('results.how'),
      text: [
        words(`results.how.${results.method}`),
        countedWords(context),
        words('results.how.all'),
        ...rampWords(context),
      ].join(' '),
    },
    ...switchSection(context),
    ...endSection(context),
  ];
}

/** Since when visitors are counted (N26). */
function countedWords({ request: { words }, results: { exposeOn } }: ReportContext): string {
  if (exposeOn === null) return words('results.how.sent');
  const { block, bySending } = exposeOn;
  return words('results.how.seen', { block, count: words.number(bySending) });
}

/** The current share of visitors during a ramp. */
function rampWords({ request: { words }, experiment, figures, now }: ReportContext): readonly string[] {
  if (experiment.ramp === undefined) return [];
  return [words('results.how.ramp', { share: figures.share(coverageAt(experiment, now)) })];
}

/** Whether visitors are assigned, and if not, why. */
export function getRunState({ status }: ResolvedExperiment, isStopped: boolean): 'live' | 'paused' | 'stopped' {
  return status === 'live' && isStopped ? 'stopped' : status;
}

/** Publishers can stop a running experiment on all servers at once, and resume it. */
function switchSection({ request, experiment: { key, status }, isStopped }: ReportContext): readonly SectionView[] {
  const { words, user } = request;
  if (user?.permissions.includes('publish') !== true || (status === 'paused' && !isStopped)) return [];
  const action = isStopped ? 'start' : 'stop';
  const form = formView(request, {
    action: `preview-${action}-experiment`,
    title: words(`results.${action}`),
    text: words(`results.${action}Text`),
    submit: words('preview.show'),
    hidden: { experiment: key },
    primary: false,
  });
  return [{ kind: 'form', form }];
}

/** Without drafts, publishers download the conclusion as a patch; which variation to promote is their decision. */
function endSection({ request, experiment, isDrafting }: ReportContext): readonly SectionView[] {
  const { words, user } = request;
  const { key, variations } = experiment;
  if (isDrafting || isOver(experiment) || user?.permissions.includes('publish') !== true) return [];
  const promoted = variations.slice(1).map((variation) => ({
    label: words('results.promote', { variation: variation.key }),
    href: request.fileHref('ending', { experiment: key, variation: variation.key }),
  }));
  const retired = { label: words('results.retire'), href: request.fileHref('ending', { experiment: key }) };
  return [
    {
      kind: 'note',
      mark: 'off',
      title: words('results.end'),
      text: words('results.endText'),
      links: [...promoted, retired],
    },
  ];
}

function verdictView(telling: ReportContext): VerdictView {
  const { request, experiment, results, isStopped, figures, now } = telling;
  const { words } = request;
  const { variations, planned, period, method, verdict } = results;
  const visitors = words.number(variations.reduce((sum, variation) => sum + variation.visitors, 0));
  const state = getRunState(experiment, isStopped);
  const isLive = state === 'live';
  const fact = (label: Parameters<typeof words>[0], value: string) => ({ label: words(label), value });
  return {
    mark: verdictMarks[verdict.kind],
    state: words(`results.short.${verdict.kind}`),
    ...verdictWords(words, figures, results),
    facts: [
      fact('results.experiment', experiment.key),
      fact('results.phase', words.number(results.phase)),
      fact('results.status', words(`results.${state}`)),
      fact(
        'results.visitors',
        planned === null ? visitors : words('results.of', { count: visitors, planned: words.number(planned) }),
      ),
      fact('results.days', words.number(period?.days ?? 0)),
      fact('results.daysLeft', daysLeft(words, results, isLive)),
      fact('results.metric', conversionName(words, results.goalMetric)),
      fact('results.smallest', figures.share(results.minimumDetectableEffect)),
      fact('results.method', words(`results.method.${method}`)),
      fact('results.asOf', words.moment(now)),
    ],
    links: [...phaseLinks(telling), { label: words('results.all'), href: request.href(request.path) }],
  };
}

function variationsTable(telling: ReportContext): TableView {
  const { request, experiment, results, figures } = telling;
  const { words } = request;
  const { variations, sampleRatio, minimumDetectableEffect, alpha } = results;
  const effects = sampleRatio.isBroken ? [] : variations.flatMap(({ effect }) => effect ?? []);
  const scale = intervalScale(effects, minimumDetectableEffect, figures, words('results.control'));
  const ticks = effects.length > 0 && { ticks: scale.ticks };
  return {
    caption: words('results.variationsCaption'),
    views: methods.map((method) => ({
      label: words(`results.method.${method}`),
      href: request.href(request.path, buildReportQuery(experiment, method)),
      current: method === results.method,
    })),
    downloads: [
      {
        label: words('list.download'),
        href: request.fileHref('results', buildReportQuery(experiment, results.method)),
      },
    ],
    columns: [
      { label: words('results.variation') },
      { label: words('results.visitors'), numeric: true },
      { label: words('results.conversions'), numeric: true },
      { label: words('results.rate'), numeric: true },
      { label: words('results.effect'), numeric: true },
      { label: words('results.interval', { level: figures.share(1 - alpha) }), ...ticks },
      { label: words('results.chance'), numeric: true },
      { label: words('results.p'), numeric: true },
    ],
    rows: variations.map((variation, index) => ({
      key: variation.key,
      cells: [
        { text: variation.key, sub: words('results.share', { share: figures.share(variation.share) }) },
        { text: words.number(variation.visitors) },
        { text: words.number(variation.conversions) },
        ...(sampleRatio.isBroken
          ? Array.from({ length: 5 }, () => ({ text: words('results.withheld') }))
          : figureCells(telling, variation, index === 0, scale)),
      ],
    })),
    empty: { title: words('list.nothing'), text: '' },
  };
}

/** Query parameters: experiment, phase unless current, and statistics engine unless default. */
export function buildReportQuery(
  { key, phase, earlier }: Pick<ResolvedExperiment, 'key' | 'phase' | 'earlier'>,
  method: Method,
): Readonly<Record<string, string>> {
  const isPast = earlier.some((each) => each.phase === phase);
  return { experiment: key, ...(isPast && { phase: String(phase) }), ...(method !== 'sequential' && { method }) };
}

/** Ended phases, newest first. */
function phaseLinks({ request, experiment }: ReportContext): VerdictView['links'] {
  const { earlier } = experiment;
  return earlier
    .filter(({ phase }) => phase !== experiment.phase)
    .toReversed()
    .map(({ phase }) => ({
      label: `${request.words('results.phase')} ${request.words.number(phase)}`,
      href: request.href(request.path, buildReportQuery({ ...experiment, phase }, 'sequential')),
    }));
}

function figureCells(
  { request: { words }, figures }: ReportContext,
  { key, rate, effect }: VariationResult,
  isControl: boolean,
  scale: ReturnType<typeof intervalScale>,
): readonly CellView[] {
  const rateCell = { text: rate === null ? '–' : figures.rate(rate) };
  const none = { text: '–' };
  if (effect === null) return [rateCell, none, { text: isControl ? words('results.ground') : '–' }, none, none];
  const { value, interval, chanceToWin, p } = effect;
  const between = words('results.between', { low: figures.effect(interval[0]), high: figures.effect(interval[1]) });
  const plot = scale.place(effect, { title: `${key}: ${figures.effect(value)}`, description: between });
  return [
    rateCell,
    { text: figures.effect(value) },
    { text: between, interval: plot },
    { text: figures.chance(chanceToWin) },
    { text: p === null ? '–' : figures.p(p) },
  ];
}

/** P-value below which consent rates differ by variation: consenting visitors are then no representative sample. */
const CONSENT_DOUBT = 0.001;

function checksTable(telling: ReportContext): TableView {
  const {
    request: { words },
    results,
    figures,
  } = telling;
  const { variations, sampleRatio, consentP } = results;
  const worst = [
    ...listWorst(sampleRatio.worstDay, (day) => figures.day(day)),
    ...listWorst(sampleRatio.worstLocale, languageName),
    ...listWorst(sampleRatio.worstDevice, (device) => deviceName(words, device)),
  ];
  const isBiased = consentP < CONSENT_DOUBT;
  const p = (value: number): string => words('results.pIs', { p: figures.p(value) });
  return {
    caption: words('results.trust'),
    columns: [
      { label: words('results.check') },
      { label: words('results.finding') },
      { label: words('results.figures') },
    ],
    rows: [
      {
        key: 'split',
        cells: [
          { text: words('results.split') },
          sampleRatio.isBroken
            ? { text: words('results.splitBroken'), mark: 'stop' }
            : { text: words('results.splitFine'), mark: 'on' },
          {
            text: `${variations.map(({ visitors }) => words.number(visitors)).join(' : ')} · ${p(sampleRatio.p)}`,
            sub: worst.map(({ name, p: value }) => words('results.worst', { name, p: figures.p(value) })).join(' · '),
          },
        ],
      },
      {
        key: 'consent',
        cells: [
          { text: words('results.consent') },
          isBiased
            ? { text: words('results.consentBiased'), mark: 'alert' }
            : { text: words('results.consentFine'), mark: 'on' },
          { text: `${variations.map((variation) => formatShare(variation, figures)).join(' : ')} · ${p(consentP)}` },
        ],
      },
      multipleRow(words, results, figures),
      ...networkRows(telling),
      ...speedRows(telling),
    ],
    empty: { title: words('list.nothing'), text: '' },
  };
  function listWorst(named: NamedP | null, getName: (name: string) => string) {
    return named === null ? [] : [{ name: getName(named.name), p: named.p }];
  }
}

/** Exposures discarded per network, and networks that dominate a variation; empty when there are none. */
function networkRows({
  request: { words },
  results: { surplus, oneNetwork },
  figures,
}: ReportContext): TableView['rows'] {
  const one =
    oneNetwork &&
    words('results.oneNetwork', {
      ...oneNetwork,
      day: figures.day(oneNetwork.day),
      share: figures.share(oneNetwork.share),
    });
  return [
    ...(surplus === 0
      ? []
      : [
          {
            key: 'surplus',
            cells: [
              { text: words('results.surplus') },
              { text: words('results.surplusLeft'), mark: 'alert' as const },
              { text: words.number(surplus) },
            ],
          },
        ]),
    ...(one === null
      ? []
      : [
          {
            key: 'network',
            cells: [
              { text: words('results.network') },
              { text: words('results.networkMuch'), mark: 'alert' as const },
              { text: one },
            ],
          },
        ]),
  ];
}

/** Share of consenting visitors with multiple exposures from which results are unreliable; GrowthBook's default. */
const MULTIPLE_DOUBT = 0.01;

function multipleRow(
  words: StaffWords,
  { variations, multiple }: ExperimentResults,
  figures: FigureWords,
): TableView['rows'][number] {
  const agreed = variations.reduce((sum, variation) => sum + variation.agreed.visitors, 0);
  const share = agreed === 0 ? 0 : multiple / agreed;
  const isDoubtful = share >= MULTIPLE_DOUBT;
  const finding = multiple === 0 ? 'multipleNone' : isDoubtful ? 'multipleMany' : 'multipleFew';
  return {
    key: 'multiple',
    cells: [
      { text: words('results.multiple') },
      { text: words(`results.${finding}`), mark: isDoubtful ? 'alert' : 'on' },
      { text: `${words.number(multiple)} · ${figures.rate(share)}` },
    ],
  };
}

const formatShare = ({ visitors, agreed }: VariationResult, figures: FigureWords): string =>
  visitors === 0 ? '–' : figures.rate(agreed.visitors / visitors);

/** Visitors without consent: only their number is known. */
function agreementTable({
  request: { words },
  results: { variations, sampleRatio },
  figures,
}: ReportContext): TableView {
  const cells = ({ visitors, conversions }: VariationResult['agreed']): readonly CellView[] => [
    { text: words.number(visitors) },
    {
      text:
        visitors === 0 ? '–' : sampleRatio.isBroken ? words('results.withheld') : figures.rate(conversions / visitors),
    },
  ];
  const rate = words('results.rate');
  return {
    caption: words('results.agreement'),
    columns: [
      { label: words('results.variation') },
      { label: words('results.agreed'), numeric: true },
      { label: rate, numeric: true },
      { label: words('results.others'), numeric: true },
      { label: rate, numeric: true },
    ],
    rows: variations.map(({ key, agreed, others }) => ({
      key,
      cells: [{ text: key }, ...cells(agreed), ...cells(others)],
    })),
    empty: { title: words('list.nothing'), text: '' },
  };
}
