import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTreeSettings } from './read-tree-settings.ts';

const settings = { GRAPHQL_PERSISTED_ONLY: 'false', DATABASE_MIGRATIONS: 'manual', PAGE_CACHE_MB: '64', PORT: '0' };

test('This tree gets settings as they are, one before their renaming by the former names and values', () => {
  const tree = mkdtempSync(join(tmpdir(), 'tree-'));
  mkdirSync(join(tree, 'server/platform/settings'), { recursive: true });
  writeFileSync(join(tree, 'server/platform/settings/table.ts'), 'GRAPHQL_OPEN');
  expect(readTreeSettings('.', settings)).toEqual(settings);
  expect(readTreeSettings(tree, settings)).toEqual({
    GRAPHQL_OPEN: 'true',
    DATABASE_MIGRATIONS: 'apart',
    PAGE_MEMORY: '64',
    PORT: '0',
  });
  rmSync(tree, { recursive: true });
});
