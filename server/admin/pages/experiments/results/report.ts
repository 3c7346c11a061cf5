import type { CellView, SectionView, TableView, VerdictView } from '#engine/shared/data-view.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { computeCoverage } from '#engine/experiments/coverage.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { type VariationResult, type Method, methods, type NamedP } from '#server/site/experiments/results/figures.ts';
import type { ExperimentResults } from '#server/site/experiments/results/results.ts';
import { isOver } from '../drafting.ts';
import { type FigureFormats, createFigureFormats } from './figure-formats.ts';
import { nameDevice, nameLanguage } from './value-names.ts';
import { computeIntervalScale } from './plots.ts';
import { buildCurveSection } from './build-curve-section.ts';
import { nameConversion, describeDaysLeft, verdictMarks, describeVerdict } from './describe-verdict.ts';
import type { Report, ReportContext } from './report-context.ts';
import { buildDimensionSections, buildGuardrailSection } from './slices.ts';
import { buildSpeedRows } from './build-speed-rows.ts';
import { CONCLUDE, mayConclude } from './actions/conclude-experiment/conclude-experiment.ts';

/** The full report of an experiment, the verdict first. */
export function buildReportSections(report: Report): readonly SectionView[] {
  const context = { ...report, figures: createFigureFormats(report.request.locale) };
  const { request, results } = context;
  const { t } = request;
  const verdict: SectionView = { kind: 'verdict', verdict: verdictView(context) };
  if (results.verdict.kind === 'nobody-yet') return [verdict, ...switchSection(context), ...endSection(context)];
  return [
    verdict,
    { kind: 'table', title: t('results.variations'), table: variationsTable(context) },
    ...buildCurveSection(context),
    ...buildGuardrailSection(context),
    { kind: 'table', title: t('results.trust'), table: checksTable(context) },
    { kind: 'table', title: t('results.agreement'), table: agreementTable(context) },
    ...buildDimensionSections(context),
    {
      kind: 'note',
      mark: 'off',
      title: t('results.how'),
      text: [
        t(`results.how.${results.method}`),
        describeCounted(context),
        t('results.how.all'),
        ...describeRamp(context),
      ].join(' '),
    },
    ...switchSection(context),
    ...endSection(context),
  ];
}

/** Since when visitors are counted (N26). */
function describeCounted({ request: { t }, results: { exposeOn } }: ReportContext): string {
  if (exposeOn === null) return t('results.how.sent');
  const { block, bySending } = exposeOn;
  return t('results.how.seen', { block, count: t.number(bySending) });
}

/** The current share of visitors during a ramp. */
function describeRamp({ request: { t }, experiment, figures, now }: ReportContext): readonly string[] {
  if (experiment.ramp === undefined) return [];
  return [t('results.how.ramp', { share: figures.share(computeCoverage(experiment, now)) })];
}

/** Whether visitors are assigned, and if not, why. */
export function getRunState({ status }: ResolvedExperiment, isStopped: boolean): 'live' | 'paused' | 'stopped' {
  return status === 'live' && isStopped ? 'stopped' : status;
}

/** The same for staff: with GrowthBook its service decides, unless the experiment was stopped here. */
export function getShownState(experiment: ResolvedExperiment, isStopped: boolean, hasGrowthBook: boolean) {
  if (!hasGrowthBook) return getRunState(experiment, isStopped);
  return isStopped ? 'stopped' : 'growthBook';
}

/** Publishers can stop a running experiment on all servers at once, and resume it; with GrowthBook they stop it there (X18). */
function switchSection(context: ReportContext): readonly SectionView[] {
  const { request, experiment, isStopped, hasGrowthBook } = context;
  const { key, status } = experiment;
  const { t, user } = request;
  if (hasGrowthBook && !isStopped)
    return [{ kind: 'note', mark: 'off', title: t('results.owner'), text: t('results.ownerText') }];
  if (user?.permissions.includes('publish') !== true || (status === 'paused' && !isStopped)) return [];
  const action = isStopped ? 'start' : 'stop';
  const form = buildFormView(request, {
    action: `preview-${action}-experiment`,
    title: t(`results.${action}`),
    text: t(`results.${action}Text`),
    submit: t('preview.show'),
    hidden: { experiment: key },
    primary: false,
  });
  return [{ kind: 'form', form }];
}

/** Without drafts, publishers download the conclusion as a patch; which variation to promote is their decision. */
function endSection({ request, experiment, isDrafting }: ReportContext): readonly SectionView[] {
  const { t, user } = request;
  const { key, variations } = experiment;
  if (isDrafting || isOver(experiment) || user?.permissions.includes('publish') !== true) return [];
  const promoted = variations.slice(1).map((variation) => ({
    label: t('results.promote', { variation: variation.key }),
    href: request.fileHref('ending', { experiment: key, variation: variation.key }),
  }));
  const retired = { label: t('results.retire'), href: request.fileHref('ending', { experiment: key }) };
  return [
    {
      kind: 'note',
      mark: 'off',
      title: t('results.end'),
      text: t('results.endText'),
      links: [...promoted, retired],
    },
  ];
}

function verdictView(telling: ReportContext): VerdictView {
  const { request, experiment, results, isStopped, hasGrowthBook, figures, now } = telling;
  const { t } = request;
  const { variations, planned, period, method, verdict } = results;
  const visitors = t.number(variations.reduce((sum, variation) => sum + variation.visitors, 0));
  const state = getShownState(experiment, isStopped, hasGrowthBook);
  const isLive = state === 'live' || state === 'growthBook';
  const fact = (label: Parameters<typeof t>[0], value: string) => ({ label: t(label), value });
  return {
    mark: verdictMarks[verdict.kind],
    state: t(`results.short.${verdict.kind}`),
    ...describeVerdict(t, figures, results),
    facts: [
      fact('results.experiment', experiment.key),
      fact('results.phase', t.number(results.phase)),
      fact('results.status', t(`results.${state}`)),
      fact(
        'results.visitors',
        planned === null ? visitors : t('results.of', { count: visitors, planned: t.number(planned) }),
      ),
      fact('results.days', t.number(period?.days ?? 0)),
      fact('results.daysLeft', describeDaysLeft(t, results, isLive)),
      fact('results.metric', nameConversion(t, results.goalMetric)),
      fact('results.smallest', figures.share(results.minimumDetectableEffect)),
      fact('results.method', t(`results.method.${method}`)),
      fact('results.asOf', t.moment(now)),
    ],
    links: phaseLinks(telling),
    ...buildFollowingForm(telling),
  };
}

/** Promotes the variation that won, or returns to the control after a loss; a preview comes first. */
function buildFollowingForm({ request, experiment, results, isDrafting }: ReportContext): Pick<VerdictView, 'form'> {
  const { verdict } = results;
  const control = experiment.variations[0]?.key;
  const winner = verdict.kind === 'better' ? verdict.variation : control;
  const isDecided = verdict.kind === 'better' || verdict.kind === 'worse' || verdict.kind === 'harmful';
  if (!isDrafting || !isDecided || winner === undefined || !mayConclude(request, experiment)) return {};
  const form = buildFormView(request, {
    id: 'follow-verdict',
    action: CONCLUDE,
    submit: request.t(winner === control ? 'experiment.keepControl' : 'experiment.promote', { variation: winner }),
    hidden: { experiment: experiment.key, winner },
  });
  return { form };
}

function variationsTable(telling: ReportContext): TableView {
  const { request, experiment, results, figures } = telling;
  const { t } = request;
  const { variations, sampleRatio, minimumDetectableEffect, alpha } = results;
  const effects = sampleRatio.isBroken ? [] : variations.flatMap(({ effect }) => effect ?? []);
  const scale = computeIntervalScale(effects, minimumDetectableEffect, figures, t('results.control'));
  const ticks = effects.length > 0 && { ticks: scale.ticks };
  return {
    caption: t('results.variationsCaption'),
    views: methods.map((method) => ({
      label: t(`results.method.${method}`),
      href: request.href(request.path, buildReportQuery(experiment, method)),
      current: method === results.method,
    })),
    downloads: [
      {
        label: t('list.download'),
        href: request.fileHref('results', buildReportQuery(experiment, results.method)),
      },
    ],
    columns: [
      { label: t('results.variation') },
      { label: t('results.visitors'), numeric: true },
      { label: t('results.conversions'), numeric: true },
      { label: t('results.rate'), numeric: true },
      { label: t('results.effect'), numeric: true },
      { label: t('results.interval', { level: figures.share(1 - alpha) }), ...ticks },
      { label: t('results.chance'), numeric: true },
      { label: t('results.p'), numeric: true },
    ],
    rows: variations.map((variation, index) => ({
      key: variation.key,
      cells: [
        { text: variation.key, sub: t('results.share', { share: figures.share(variation.share) }) },
        { text: t.number(variation.visitors) },
        { text: t.number(variation.conversions) },
        ...(sampleRatio.isBroken
          ? Array.from({ length: 5 }, () => ({ text: t('results.withheld') }))
          : figureCells(telling, variation, index === 0, scale)),
      ],
    })),
    empty: { title: t('list.nothing'), text: '' },
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
      label: `${request.t('results.phase')} ${request.t.number(phase)}`,
      href: request.href(request.path, buildReportQuery({ ...experiment, phase }, 'sequential')),
    }));
}

function figureCells(
  { request: { t }, figures }: ReportContext,
  { key, rate, effect }: VariationResult,
  isControl: boolean,
  scale: ReturnType<typeof computeIntervalScale>,
): readonly CellView[] {
  const rateCell = { text: rate === null ? '–' : figures.rate(rate) };
  const none = { text: '–' };
  if (effect === null) return [rateCell, none, { text: isControl ? t('results.ground') : '–' }, none, none];
  const { value, interval, chanceToWin, p } = effect;
  const between = t('results.between', { low: figures.effect(interval[0]), high: figures.effect(interval[1]) });
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
    request: { t },
    results,
    figures,
  } = telling;
  const { variations, sampleRatio, consentP } = results;
  const worst = [
    ...listWorst(sampleRatio.worstDay, (day) => figures.day(day)),
    ...listWorst(sampleRatio.worstLocale, nameLanguage),
    ...listWorst(sampleRatio.worstDevice, (device) => nameDevice(t, device)),
  ];
  const isBiased = consentP < CONSENT_DOUBT;
  const p = (value: number): string => t('results.pIs', { p: figures.p(value) });
  return {
    caption: t('results.trust'),
    columns: [{ label: t('results.check') }, { label: t('results.finding') }, { label: t('results.figures') }],
    rows: [
      {
        key: 'split',
        cells: [
          { text: t('results.split') },
          sampleRatio.isBroken
            ? { text: t('results.splitBroken'), mark: 'stop' }
            : { text: t('results.splitFine'), mark: 'on' },
          {
            text: `${variations.map(({ visitors }) => t.number(visitors)).join(' : ')} · ${p(sampleRatio.p)}`,
            sub: worst.map(({ name, p: value }) => t('results.worst', { name, p: figures.p(value) })).join(' · '),
          },
        ],
      },
      {
        key: 'consent',
        cells: [
          { text: t('results.consent') },
          isBiased
            ? { text: t('results.consentBiased'), mark: 'alert' }
            : { text: t('results.consentFine'), mark: 'on' },
          { text: `${variations.map((variation) => formatShare(variation, figures)).join(' : ')} · ${p(consentP)}` },
        ],
      },
      multipleRow(t, results, figures),
      ...networkRows(telling),
      ...buildSpeedRows(telling),
    ],
    empty: { title: t('list.nothing'), text: '' },
  };
  function listWorst(named: NamedP | null, getName: (name: string) => string) {
    return named === null ? [] : [{ name: getName(named.name), p: named.p }];
  }
}

/** Exposures discarded per network, and networks that dominate a variation; empty when there are none. */
function networkRows({ request: { t }, results: { surplus, oneNetwork }, figures }: ReportContext): TableView['rows'] {
  const one =
    oneNetwork &&
    t('results.oneNetwork', {
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
              { text: t('results.surplus') },
              { text: t('results.surplusLeft'), mark: 'alert' as const },
              { text: t.number(surplus) },
            ],
          },
        ]),
    ...(one === null
      ? []
      : [
          {
            key: 'network',
            cells: [
              { text: t('results.network') },
              { text: t('results.networkMuch'), mark: 'alert' as const },
              { text: one },
            ],
          },
        ]),
  ];
}

/** Share of consenting visitors with multiple exposures from which results are unreliable; GrowthBook's default. */
const MULTIPLE_DOUBT = 0.01;

function multipleRow(
  t: StaffTranslator,
  { variations, multiple }: ExperimentResults,
  figures: FigureFormats,
): TableView['rows'][number] {
  const agreed = variations.reduce((sum, variation) => sum + variation.agreed.visitors, 0);
  const share = agreed === 0 ? 0 : multiple / agreed;
  const isDoubtful = share >= MULTIPLE_DOUBT;
  const finding = multiple === 0 ? 'multipleNone' : isDoubtful ? 'multipleMany' : 'multipleFew';
  return {
    key: 'multiple',
    cells: [
      { text: t('results.multiple') },
      { text: t(`results.${finding}`), mark: isDoubtful ? 'alert' : 'on' },
      { text: `${t.number(multiple)} · ${figures.rate(share)}` },
    ],
  };
}

const formatShare = ({ visitors, agreed }: VariationResult, figures: FigureFormats): string =>
  visitors === 0 ? '–' : figures.rate(agreed.visitors / visitors);

/** Visitors without consent: only their number is known. */
function agreementTable({ request: { t }, results: { variations, sampleRatio }, figures }: ReportContext): TableView {
  const cells = ({ visitors, conversions }: VariationResult['agreed']): readonly CellView[] => [
    { text: t.number(visitors) },
    {
      text: visitors === 0 ? '–' : sampleRatio.isBroken ? t('results.withheld') : figures.rate(conversions / visitors),
    },
  ];
  const rate = t('results.rate');
  return {
    caption: t('results.agreement'),
    columns: [
      { label: t('results.variation') },
      { label: t('results.agreed'), numeric: true },
      { label: rate, numeric: true },
      { label: t('results.others'), numeric: true },
      { label: rate, numeric: true },
    ],
    rows: variations.map(({ key, agreed, others }) => ({
      key,
      cells: [{ text: key }, ...cells(agreed), ...cells(others)],
    })),
    empty: { title: t('list.nothing'), text: '' },
  };
}
