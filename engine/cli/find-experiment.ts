import { suggestName } from '#engine/shared/suggest-name.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { UsageError } from './usage.ts';

/** @throws UsageError for an unknown key, with the existing keys and the most similar one */
export function findExperiment(key: string, experiments: readonly ResolvedExperiment[]): ResolvedExperiment {
  const found = experiments.find((experiment) => experiment.key === key);
  if (found !== undefined) return found;
  const keys = experiments.map((experiment) => experiment.key);
  const suggestion = key === '' ? undefined : suggestName(key, keys);
  throw new UsageError(
    [
      key === '' ? 'Name an experiment.' : `There is no experiment "${key}".`,
      ...(suggestion === undefined ? [] : [`Did you mean "${suggestion}"?`]),
      keys.length === 0 ? 'There are none.' : `Experiments are ${keys.join(', ')}.`,
    ].join(' '),
  );
}
