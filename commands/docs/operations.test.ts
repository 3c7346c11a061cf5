import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { getDefault } from '#server/platform/settings/table.ts';
import { retentionRules } from '#server/app/module-definitions.ts';
import { withTables } from './operations-tables.ts';

const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');

test('docs/operations.md names the limits and the retention that the code holds to', () => {
  expect(page, 'Write it anew: node commands/docs/write-operations-page.ts').toBe(withTables(page));
  expect(page).toContain(
    `| PostgreSQL | connections per process · of them always open | ${getDefault('DATABASE_POOL_MAX')} ·`,
  );
  for (const { why } of retentionRules) expect(page).toContain(why);
});

test('a table that is out of date is written anew, and nothing else is touched', () => {
  const old = 'Before.\n<!-- retention -->\nold\n<!-- /retention -->\nAfter.';
  expect(withTables(old)).toMatch(/^Before\.\n<!-- retention -->\n\| Rows [^]*\n<!-- \/retention -->\nAfter\.$/);
});
