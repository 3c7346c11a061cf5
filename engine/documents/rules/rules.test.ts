import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import { rules } from './index.ts';

const folders = listPaths('.', 'engine/documents/rules/*/rule.ts').map((file) => basename(dirname(file)));
const pages = listPaths('.', 'docs/rules/*.md').map((file) => basename(file, '.md'));
/** Rules about schemas and folders of blocks, which `npm run gen` checks. */
const otherRules = listPaths('.', 'engine/cli/gen/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\brule: '([a-z0-9-]+)'/g)].map(([, id]) => id ?? ''));
/** Rules about files of a draft, which servers check: `server/site/publications/content-path.ts`. */
const draftRules = ['publishable-file', 'file-size'];
const described = [...rules.map(({ id }) => id), ...draftRules];

test('Every folder of a rule is in the list, under the name of the folder', () => {
  expect(rules.map((rule) => rule.id).toSorted()).toEqual(folders.toSorted());
});

test.each(rules)('The rule $id is described in a sentence and has a test', ({ id, description }) => {
  expect(description).toMatch(/^[A-Z`].*\.$/s);
  expect(existsSync(`engine/documents/rules/${id}/rule.test.ts`)).toBe(true);
});

test.each(described)('The page of the rule %s says what, why, wrong, right and how to fix it', (id) => {
  const page = readFileSync(join('docs/rules', `${id}.md`), 'utf8');
  expect(page).toMatch(new RegExp(`^# ${id}\n\n\\*\\*.+\\*\\* \\(.+\\)\n\n.+\n\nWrong:\n\n\`\`\`json\n`));
  expect(page).toMatch(/\n\nRight:\n\n```json\n[^]+?```\n\n\*\*Fix\.\*\* .+\n$/);
});

test('Every page belongs to a rule', () => {
  const known = new Set([...described, ...otherRules]);
  expect(pages.filter((page) => !known.has(page))).toEqual([]);
});
