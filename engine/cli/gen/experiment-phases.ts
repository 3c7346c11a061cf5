import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildExperiments, experimentsOf } from '#engine/documents/build-experiments.ts';
import { PHASES_FILE, readPhases, withLivePhases, writePhases } from '#engine/documents/experiment-phases.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { readFiles } from '#engine/documents/read-files.ts';
import { parseSource } from '#engine/documents/source.ts';
import { documentValidators } from '#schemas/generated/validators.js';

/** The record of phases with those of live experiments; nothing where none was ever live. */
export function generatePhases(root: string): ReadonlyMap<string, string> {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const names = listPaths(root, 'pages-config/experiments/**/*.json');
  const files = new Map(names.map((file) => [file, read(file)]));
  const { written } = readFiles({ layers: [{ name: 'files', files }] }, undefined);
  // What is wrong with the others, `npm run check` says.
  const whole = experimentsOf(written.values()).filter(
    ({ value }) => documentValidators.experiment(value).length === 0,
  );
  const before = existsSync(join(root, PHASES_FILE)) ? parseSource(PHASES_FILE, read(PHASES_FILE)) : null;
  // Of a record that cannot be read nothing is lost: it stays as it is, and `npm run check` says where it is broken.
  if (before !== null && before.problems.length > 0) return new Map();
  const recorded = readPhases(before?.value);
  const record = withLivePhases(recorded, buildExperiments(whole, recorded));
  return record.size === 0 ? new Map() : new Map([[PHASES_FILE, writePhases(record)]]);
}
