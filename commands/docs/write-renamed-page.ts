import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { diffArrays } from 'diff';
import { UserError } from '#engine/shared/errors.ts';
import { root } from '#server/platform/paths.ts';
import { addRenames, type Renames } from './renamed-page.ts';

/*
 * node commands/docs/write-renamed-page.ts COMMIT
 *
 * Adds exported names and files that were renamed since a commit to docs/renamed.md. A name counts as renamed when another one has its
 * position among the exports of its file.
 */

const EXPORTED = /^export (?:async |abstract )*(?:function\*?|const|class|interface|type|enum) (\w+)/gm;
const CODE = /^(?:engine|server|commands|blocks|journeys)\/(?!.*\.test\.).*\.tsx?$/;
const page = new URL('../../docs/renamed.md', import.meta.url);

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

const listExports = (text: string): string[] => [...text.matchAll(EXPORTED)].map(([, name = '']) => name);

function findRenames(commit: string): Renames {
  const names: (readonly [string, string])[] = [];
  const files: (readonly [string, string])[] = [];
  for (const line of git('diff', '--find-renames=40', '--diff-filter=MR', '--name-status', commit).split('\n')) {
    const [, before = '', after = before] = line.split('\t');
    if (!CODE.test(after) || !existsSync(after)) continue;
    if (before !== after) files.push([before, after]);
    const [from, to] = [git('show', `${commit}:${before}`), readFileSync(after, 'utf8')].map(listExports);
    let removed: readonly string[] = [];
    for (const part of diffArrays(from ?? [], to ?? [])) {
      if (part.added && part.value.length === removed.length)
        names.push(...part.value.map((name, index) => [removed[index] ?? '', name] as const));
      removed = part.removed ? part.value : [];
    }
  }
  return { names, files };
}

const [commit] = process.argv.slice(2);
if (commit === undefined) throw new UserError('Name the commit before the renames: write-renamed-page.ts COMMIT.');
writeFileSync(page, addRenames(readFileSync(page, 'utf8'), findRenames(commit)));
