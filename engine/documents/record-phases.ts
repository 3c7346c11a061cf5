import { buildExperiments, selectExperiments } from './build-experiments.ts';
import { PHASES_FILE, readPhases, withLivePhases, writePhases } from './experiment-phases.ts';
import { readFiles } from './read-files.ts';
import { hasItsShape } from './schema-errors/validate.ts';
import { parseSource } from './source.ts';

const isExperiment = (path: string): boolean => path.startsWith('pages-config/experiments/');

/**
 * Content of the record of phases with those of live experiments added; `null` without any, and for an unreadable record, which `npm run check` reports.
 *
 * @param files files of a project by path; only experiments and the record are read
 */
export function recordPhases(files: ReadonlyMap<string, string>): string | null {
  const experiments = new Map([...files].filter(([path]) => isExperiment(path)));
  const { written } = readFiles({ layers: [{ name: 'files', files: experiments }] }, undefined);
  const text = files.get(PHASES_FILE);
  const before = text === undefined ? null : parseSource(PHASES_FILE, text);
  if (before !== null && before.problems.length > 0) return null;
  const recorded = readPhases(before?.value);
  const record = withLivePhases(
    recorded,
    buildExperiments(selectExperiments(written.values()).filter(hasItsShape), recorded),
  );
  return record.size === 0 ? null : writePhases(record);
}
