import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { ExperimentResultsList, QueryResultsArgs } from '#schemas/generated/graphql/resolvers.ts';
import type { AdminOperations, AdminQuery } from '#server/admin/operation.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { readSummary } from '#server/site/experiments/results/results.ts';
import { readStopped } from '#server/site/experiments/switches.ts';
import type { ResultsPorts } from './ports.ts';
import { getRunState } from './report.ts';

type ListedExperiment = ExperimentResultsList['experiments'][number];

/** Results as a live query. */
export function createResultsQueries({
  database: { db },
  documents,
}: Pick<ResultsPorts, 'database' | 'documents'>): NonNullable<AdminOperations['Query']> {
  const experiments = (): readonly ResolvedExperiment[] => documents()?.experiments ?? [];
  const listed = async (experiment: ResolvedExperiment, stopped: ReadonlySet<string>): Promise<ListedExperiment> => {
    const { key, document, phase, goalMetric } = experiment;
    const { variations, planned, verdict } = await readSummary(db, experiment);
    const isBroken = verdict.kind === 'split-broken';
    return {
      key,
      document,
      phase,
      metric: goalMetric,
      planned,
      state: toErrorCode(getRunState(experiment, stopped.has(key))),
      verdict: toErrorCode(verdict.kind),
      arms: variations.map(({ key: variation, visitors, conversions, effect }) => {
        const [low, high] = isBroken || effect === null ? [null, null] : effect.interval;
        return { key: variation, visitors, conversions, effect: isBroken ? null : (effect?.value ?? null), low, high };
      }),
    };
  };
  const results: AdminQuery<Required<QueryResultsArgs>, ExperimentResultsList> = {
    permission: 'results',
    topic: topics.results,
    async answer({ offset, limit }) {
      const all = experiments();
      const stopped = await readStopped(db);
      const part = all.slice(offset, offset + limit);
      return { total: all.length, experiments: await Promise.all(part.map((each) => listed(each, stopped))) };
    },
  };
  return { results };
}
