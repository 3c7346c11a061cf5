import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import { digest } from './normalise.ts';

/** Where a build puts files for browsers. */
const PUBLIC = ['dist/client', 'dist/public'];
const RECORD = 'dist/build.json';

/**
 * Names the files of a tree's build so that two builds can be compared: scripts by what they are for, because their bytes and chunks may
 * change with every move; all others by their content, which no move may change.
 */
export function assetNames(tree: string): (path: string) => string {
  const names = new Map<string, string>();
  for (const folder of PUBLIC) {
    for (const file of listPaths(join(tree, folder), 'assets/**/*.*')) {
      if (/\.(?:br|gz|js)$/.test(file)) continue;
      const content = digest(readFileSync(join(tree, folder, file)));
      names.set(file, withoutHash(file).replace(/\.(\w+)$/, `.${content}.$1`));
    }
  }
  for (const [name, file] of entries(tree)) names.set(file, `assets/${name}.js`);
  return (path) => {
    const known = names.get(path) ?? withoutHash(path);
    names.set(path, known);
    return known;
  };
}

function entries(tree: string): [name: string, file: string][] {
  const path = join(tree, clientFolder(tree), 'client-modules.json');
  if (!existsSync(path)) return [];
  const modules: Record<string, { readonly file: string }> = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(modules).map(([name, { file }]) => [name, file]);
}

/** Where the newest build of a tree has its list of modules; an earlier release keeps one build alone. */
function clientFolder(tree: string): string {
  const record = join(tree, RECORD);
  const { release }: { readonly release?: string } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  return release === undefined ? 'dist/client' : join('dist/releases', release, 'client');
}

/** `chunks/chunk-CvLcez02.js` → `chunks/chunk.js`, `fonts/bodoni-moda.03b3910d.woff2` → `fonts/bodoni-moda.woff2`. */
function withoutHash(path: string): string {
  return path.replace(/(?:-|\.)[\w-]{8}(?=\.(?:\d+\.)?\w+$)/, '');
}
