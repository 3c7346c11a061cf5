import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { ReadinessFinding } from '#engine/experiments/readiness.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { CsvRow } from '#engine/shared/csv.ts';
import { adminActions } from '#schemas/generated/admin-actions/experiments/results.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminRequest, type AdminPage, buildViewQuery } from '#server/admin/admin-page.ts';
import type { Attention, AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import { inPhase } from '#server/site/experiments/results/in-phase.ts';
import { methods } from '#server/site/experiments/results/figures.ts';
import {
  type ExperimentResults,
  readResults,
  readSummary,
  type ResultsSummary,
} from '#server/site/experiments/results/results.ts';
import type { UnavailableVariation } from '#server/site/experiments/unavailable-variations.ts';
import { readStopped } from '#server/site/experiments/switches.ts';
import { root } from '#server/platform/paths.ts';
import { buildConcludeSections } from './actions/conclude-experiment/conclude-experiment.ts';
import { buildEditSections } from './actions/edit-experiment/edit-experiment.ts';
import { createFigureFormats } from './figure-formats.ts';
import { concludeInWorker } from './conclude-in-worker.ts';
import { type PublishedChange, RESULTS_PAGE, type ResultsPorts } from './ports.ts';
import { createResultsQueries } from './results-queries.ts';
import { buildReportQuery, buildReportSections, getShownState } from './report.ts';
import { describeDaysLeft, verdictMarks, describeVerdict } from './describe-verdict.ts';

const HISTORY_PAGE = '/admin/history';

interface Listed {
  readonly experiment: ResolvedExperiment;
  readonly results: ResultsSummary;
}

const readListed = async ({ db }: Database, experiment: ResolvedExperiment): Promise<Listed> => ({
  experiment,
  results: await readSummary(db, experiment),
});

/** Results of experiments, and what they mean (X8). */
export function createResultsPage(ports: ResultsPorts): AdminPage {
  const { database, clock, documents, drafting } = ports;
  const { variationWeights, unavailableVariations, networkShare, listChanges, hasGrowthBook } = ports;
  const experiments = (): readonly ResolvedExperiment[] => documents()?.experiments ?? [];
  const askedFor = ({ query }: AdminRequest) => ({
    experiment: chosen(
      experiments().find(({ key }) => key === query.get('experiment')),
      query.get('phase'),
    ),
    method: methods.find((each) => each === query.get('method')) ?? 'sequential',
  });
  const { actions, Mutation } = createActions(adminActions, ports);
  return {
    actions,
    operations: { Query: createResultsQueries(ports), Mutation },
    queries: {
      results: buildViewQuery('results', async (request) => {
        const { experiment, method } = askedFor(request);
        if (experiment === undefined) {
          const all = await Promise.all(experiments().map((each) => readListed(database, each)));
          const stopped = await readStopped(database.db);
          return {
            sections: [
              ...lostSections(request, ports),
              { kind: 'table', table: overview(request, all, { stopped, hasGrowthBook }) },
            ],
          };
        }
        const isStopped = (await readStopped(database.db)).has(experiment.key);
        const results = await readResults(database.db, experiment, method, networkShare);
        return {
          sections: [
            buildRecord(request, experiment),
            ...unreadySections(request, listUnavailable(unavailableVariations, experiment.key)),
            ...buildReportSections({
              request,
              experiment,
              results,
              isStopped,
              weights: variationWeights,
              isDrafting: drafting !== null,
              hasGrowthBook,
              now: clock.now(),
            }),
            ...changeSections(request, await listChanges(experiment.key)),
            ...(drafting === null
              ? []
              : [
                  ...buildConcludeSections(request, experiment),
                  ...(await buildEditSections(request, { ...ports, drafting }, experiment)),
                ]),
          ],
        };
      }),
    },
    downloads: {
      results: {
        permission: 'results',
        async load(request) {
          const { experiment, method } = askedFor(request);
          if (experiment === undefined) return null;
          const results = await readResults(database.db, experiment, method, networkShare);
          const [columns = [], ...rows] = buildCsvRows(results);
          return { name: `results-${experiment.key}.csv`, columns, total: rows.length, parts: [rows] };
        },
      },
      ending: {
        permission: 'publish',
        async load(request) {
          const { experiment } = askedFor(request);
          const deployment = documents()?.deployment;
          if (experiment === undefined || deployment === undefined) return null;
          const { key, variations } = experiment;
          const named = request.query.get('variation');
          const winner = variations.find((variation) => variation.key === named)?.key ?? null;
          if (named !== null && winner === null) return null;
          const files = drafting === null ? null : await drafting.readFiles();
          const { isPatch, body } = (await concludeInWorker({ root, deployment, key, winner, files })).file;
          const name = `${winner === null ? 'retire' : 'promote'}-${key}`;
          return isPatch
            ? { name: `${name}.patch`, type: 'text/x-diff', body }
            : { name: `${name}.txt`, type: 'text/plain', body };
        },
      },
    },
  };
}

/** The experiment in the phase that the address names; default: the current phase. */
function chosen(experiment: ResolvedExperiment | undefined, phase: string | null): ResolvedExperiment | undefined {
  if (experiment === undefined || phase === null) return experiment;
  return inPhase(experiment, parseWholeNumber(phase)) ?? experiment;
}

/** An experiment is titled by the question it answers. */
const buildRecord = (
  { t, href, path }: AdminRequest,
  { key, document, hypothesis }: ResolvedExperiment,
): SectionView => ({
  kind: 'record',
  title: hypothesis,
  text: `${key} · ${document}`,
  up: { label: t('results.all'), href: href(path) },
});

/** Publications during the phase that changed the content (X17). */
function changeSections({ t, href }: AdminRequest, changes: readonly PublishedChange[]): readonly SectionView[] {
  if (changes.length === 0) return [];
  const table: TableView = {
    caption: t('report.changes'),
    columns: [{ label: t('history.liveAt') }, { label: t('history.revision') }],
    rows: changes.map(({ revision, at, note, beginsPhase }) => ({
      key: String(revision),
      cells: [
        { text: t.moment(at), ...(beginsPhase && { sub: t('report.beginsPhase') }) },
        { text: note, href: href(HISTORY_PAGE, { revision: String(revision) }) },
      ],
    })),
    empty: { title: t('list.notFound'), text: '' },
  };
  return [{ kind: 'table', title: t('report.changes'), table }];
}

const listUnavailable = (
  { all }: ResultsPorts['unavailableVariations'],
  key: string,
): readonly UnavailableVariation[] => all.filter(({ experiment }) => experiment === key);

/** Languages without enrolment, with the reason. */
function unreadySections(
  { t }: AdminRequest,
  variations: readonly UnavailableVariation[],
  title = t('results.unready'),
): readonly SectionView[] {
  if (variations.length === 0) return [];
  const describe = ({ rule, values }: ReadinessFinding): string => {
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? t.number(value) : value,
    ]);
    return t(`results.reason.${rule}`, Object.fromEntries(shown));
  };
  // Reasons are usually the same in all languages.
  const byReasons = Map.groupBy(variations, ({ reasons }) => reasons.map(describe).join(' '));
  const text = [...byReasons]
    .map(([reasons, all]) => `${all.map(({ locale }) => locale.toUpperCase()).join(', ')}: ${reasons}`)
    .join(' ');
  return [{ kind: 'note', mark: 'stop', title, text }];
}

/** Experiments of a flag service that no document describes and that cannot run: no other page shows them. */
function lostSections(
  request: AdminRequest,
  { documents, unavailableVariations }: ResultsPorts,
): readonly SectionView[] {
  const described = new Set((documents()?.experiments ?? []).map(({ key }) => key));
  const lost = unavailableVariations.all.filter(({ experiment }) => !described.has(experiment));
  return [...Map.groupBy(lost, ({ experiment }) => experiment)].flatMap(([experiment, variations]) =>
    unreadySections(request, variations, request.t('results.lost', { experiment })),
  );
}

/** Experiments without enrolment because a variation is unavailable. */
export const createUnreadyAttention = ({ documents, unavailableVariations }: ResultsPorts): AttentionSource => ({
  permission: 'results',
  async look({ t, href }) {
    const described = new Set((documents()?.experiments ?? []).map(({ key }) => key));
    return [...Map.groupBy(unavailableVariations.all, ({ experiment }) => experiment)].map(
      ([key, variations]): Attention => {
        const locales = [...new Set(variations.map((variation) => variation.locale))];
        return {
          urgency: 'now',
          item: {
            mark: 'stop',
            state: t('start.notReady'),
            title: t('start.unready', { experiment: key, count: t.number(locales.length) }),
            text: locales.map((each) => getNativeLanguageName(each)).join(', '),
            link: { label: t('start.look'), href: href(RESULTS_PAGE, described.has(key) ? { experiment: key } : {}) },
          },
        };
      },
    );
  },
});

/** Items for the dashboard: a verdict to act on, or unreliable data. */
export const createResultsAttention = ({ database, documents, hasGrowthBook }: ResultsPorts): AttentionSource => ({
  permission: 'results',
  async look({ locale, t, href }) {
    const live = (documents()?.experiments ?? []).filter(({ status }) => hasGrowthBook || status === 'live');
    const found = await Promise.all(live.map((each) => readListed(database, each)));
    return found.flatMap(({ experiment: { key, hypothesis }, results }): readonly Attention[] => {
      const { kind } = results.verdict;
      if (!pressing.has(kind)) return [];
      const { title } = describeVerdict(t, createFigureFormats(locale), results);
      return [
        {
          urgency: kind === 'split-broken' ? 'now' : 'today',
          item: {
            mark: verdictMarks[kind],
            state: t(`results.short.${kind}`),
            title: hypothesis,
            text: title,
            link: { label: t('start.look'), href: href(RESULTS_PAGE, { experiment: key }) },
          },
        },
      ];
    });
  },
});

const pressing: ReadonlySet<ExperimentResults['verdict']['kind']> = new Set([
  'split-broken',
  'better',
  'worse',
  'harmful',
  'no-difference',
  'undecided',
]);

function overview(
  request: AdminRequest,
  all: readonly Listed[],
  { stopped, hasGrowthBook }: { readonly stopped: ReadonlySet<string>; readonly hasGrowthBook: boolean },
): TableView {
  const { t } = request;
  const figures = createFigureFormats(request.locale);
  return {
    caption: t('results.caption'),
    columns: [
      { label: t('results.experiment') },
      { label: t('results.status') },
      { label: t('results.visitors'), numeric: true },
      { label: t('results.daysLeft'), numeric: true },
      { label: t('results.verdict') },
    ],
    rows: all.map(({ experiment, results }) => {
      const { key, document, hypothesis } = experiment;
      const state = getShownState(experiment, stopped.has(experiment.key), hasGrowthBook);
      const isLive = state === 'live' || state === 'growthBook';
      const { kind } = results.verdict;
      return {
        key,
        cells: [
          {
            text: hypothesis,
            sub: `${key} · ${document}`,
            href: request.href(request.path, buildReportQuery(experiment, 'sequential')),
          },
          { text: t(`results.${state}`), mark: state === 'live' ? 'on' : 'off' },
          { text: t.number(results.variations.reduce((sum, { visitors }) => sum + visitors, 0)) },
          { text: describeDaysLeft(t, results, isLive) },
          {
            text: t(`results.short.${kind}`),
            mark: verdictMarks[kind],
            sub: describeVerdict(t, figures, results).title,
          },
        ],
      };
    }),
    empty: { title: t('results.none'), text: t('results.noneText') },
  };
}

/** The rows that the command prints with `--json`, one per variation; with a sample ratio mismatch, without meaningless values. */
function buildCsvRows({ variations, sampleRatio, goalMetric, method }: ExperimentResults): readonly CsvRow[] {
  const header = ['variation', 'visitors', goalMetric, 'rate', 'effect', 'low', 'high', 'p', 'chance_to_win', 'method'];
  const rows = variations.map(({ key, visitors, conversions, rate, effect }) => {
    const [low, high] = effect?.interval ?? [];
    const judged = [rate, effect?.value, low, high, effect?.p, effect?.chanceToWin];
    const figures = judged.map((value) => (sampleRatio.isBroken ? '' : String(value ?? '')));
    return [key, String(visitors), String(conversions), ...figures, method];
  });
  return [header, ...rows];
}
