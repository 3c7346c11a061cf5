import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');

/** What a newcomer looks for → the searches that lead there and what the last one prints. */
const searches: readonly (readonly [what: string, steps: readonly (readonly string[])[], found: string])[] = [
  [
    'the whole GraphQL schema',
    [
      ['ls', 'server/graphql'],
      ['head', '-1', 'server/graphql/schema.graphql'],
    ],
    'schemas/generated/graphql/schema.graphql',
  ],
  ['the next migration', [['grep', '-rhi', 'next free number', 'docs']], 'npm run database -- list'],
  [
    'where a form post is handled',
    [
      ['ls', 'server/http/routes'],
      ['ls', 'server/http/routes/forms'],
    ],
    'handle-form.ts',
  ],
  [
    'where an experiment is evaluated',
    [
      ['ls', 'engine'],
      ['grep', '-rl', 'evaluat', 'engine/experiments'],
    ],
    'engine/experiments/flags.ts',
  ],
  ['the shape of a use case', [['grep', '-rl', 'interface UseCase<', 'server']], 'server/forms/use-case.ts'],
];

test.skipIf(process.platform === 'win32').each(searches)('%s is found by %j', (_what, steps, found) => {
  const printed = steps.map(([program = '', ...args]) => execFileSync(program, args, { cwd: root, encoding: 'utf8' }));
  expect(printed.at(-1)).toContain(found);
});

test('folders of the server are at most ten, and import each other in at most thirty ways and in no circle', () => {
  const folders = readdirSync(join(root, 'server'));
  expect(folders.length).toBeLessThanOrEqual(10);
  const ways = new Set(
    listPaths(root, 'server/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const [, from = ''] = file.split('/');
        const imported = [...readFileSync(join(root, file), 'utf8').matchAll(/from '#server\/([^/']+)\//g)];
        return imported.flatMap(([, to = '']) => (to === from ? [] : [`${from} → ${to}`]));
      }),
  );
  expect(ways.size).toBeLessThanOrEqual(30);
  // Folders that import none of those that are left go, one after the other; a circle stays.
  let left = folders;
  const importsAny = (from: string): boolean => left.some((to) => ways.has(`${from} → ${to}`));
  while (left.some((folder) => !importsAny(folder))) left = left.filter(importsAny);
  expect(left).toEqual([]);
});
