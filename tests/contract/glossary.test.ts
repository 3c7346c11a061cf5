import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');

/** Terms of the field that a newcomer looks up first. */
const field = [
  'variation',
  'exposure',
  'sample ratio mismatch',
  'draft',
  'locale',
  'handler',
  'route',
  'outbox',
  'rate limit',
  'health check',
  'session',
  'migration',
  'consent',
  'experiment',
  'holdout',
  'audit log',
  'API token',
  'schema',
  'block',
  'journey',
  'fragment',
  'phase',
  'webhook',
  'revision',
  'publication',
  'permission',
];

const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term |'))
  .map((line) => {
    const [, term = '', meaning = '', code = ''] = line.split('|').map((cell) => cell.trim());
    return { term, meaning, code };
  });

test('the glossary explains each term once, in one line, and says where it stands in code', () => {
  expect(rows.length).toBeGreaterThan(field.length);
  expect(new Set(rows.map(({ term }) => term)).size).toBe(rows.length);
  const incomplete = rows.filter(({ meaning, code }) => meaning === '' || code === '' || meaning.length > 160);
  expect(incomplete.map(({ term }) => term)).toEqual([]);
});

test.each(field)('the glossary has an entry for "%s"', (term) => {
  expect(rows.map((row) => row.term.replace(/ \(.+\)$/, ''))).toContain(term);
});

test.each(rows)('one search finds "$term" where the glossary says that it stands in code', ({ term, code }) => {
  const words = term.replace(/ \(.+\)$/, '').split(/[ -]/);
  const pattern = words.join('[ _-]?');
  const missing = [...code.matchAll(/`([^`]+)`/g)].flatMap(([, path = '']) =>
    new RegExp(pattern, 'i').test(path) || isFound(pattern, path) ? [] : [path],
  );
  expect(missing).toEqual([]);
});

const isFound = (pattern: string, path: string): boolean =>
  spawnSync('git', ['grep', '--quiet', '--ignore-case', '--extended-regexp', pattern, '--', path], { cwd: root })
    .status === 0;

test('every path that the glossary names exists', () => {
  const paths = rows.flatMap(({ code }) => [...code.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  expect(paths.length).toBeGreaterThan(rows.length / 2);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every file that stands under another name than before stands where the list of renamed names says', () => {
  const [, files = ''] = readFileSync(join(root, 'docs/renamed.md'), 'utf8').split('\n## Files\n');
  const paths = [...files.matchAll(/^\| `[^`]+` \| `(.+)` \|$/gm)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every exported name that was renamed leads to one that the code declares', () => {
  const [, after = ''] = readFileSync(join(root, 'docs/renamed.md'), 'utf8').split('\n## Exported names\n');
  const [names = ''] = after.split('\n## ');
  const renamed = [...names.matchAll(/^\| `[^`]+` \| (.+) \|$/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`(\w+)`/g),
  ]);
  expect(renamed.length).toBeGreaterThan(500);
  const code = listPaths(root, '{engine,server,commands,journeys,blocks,tests}/**/*.{ts,tsx}');
  const declared = new Set(
    code.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /\b(?:function\*?|const|let|class|interface|type|enum) (\w+)/g,
        ),
      ].map(([, name = '']) => name),
    ),
  );
  expect(renamed.map(([, name = '']) => name).filter((name) => !declared.has(name))).toEqual([]);
});
