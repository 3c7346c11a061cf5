import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { recordPhases } from '#engine/documents/record-phases.ts';

/** The record of phases, updated with live experiments; empty if none was ever live. */
export function generatePhases(root: string): ReadonlyMap<string, string> {
  const names = [...listPaths(root, 'pages-config/experiments/**/*.json'), PHASES_FILE];
  const there = names.filter((file) => existsSync(join(root, file)));
  const record = recordPhases(new Map(there.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
  return record === null ? new Map() : new Map([[PHASES_FILE, record]]);
}
