import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inBlocks } from '#engine/documents/block-files.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { describePattern } from './describe-pattern.ts';

test('Every pattern of the schemas that documents have is reported in words', () => {
  const files = listPaths('.', ['schemas/*.schema.json', ...inBlocks('**/*.schema.json')]);
  const patterns = new Set<string>();
  for (const file of files)
    JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
  expect(patterns.size).toBeGreaterThan(20);
  expect([...patterns].filter((pattern) => describePattern(pattern) === undefined)).toEqual([]);
});
