import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';

/** Brings one block, the styles that all share, and the shapes of documents into another folder. */
export function copyBlock(name: string, to: string): void {
  for (const path of ['schemas', `blocks/${name}`, ...listPaths('.', 'blocks/*.css')])
    cpSync(path, join(to, path), { recursive: true });
}
