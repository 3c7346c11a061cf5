import { expect, test } from 'vitest';
import { checkSmall } from '#tests/helpers/small-project.ts';

test('A document in a folder that is not a kind of document is reported with the folders that are', () => {
  const [finding, ...others] = checkSmall({ 'pages-config/page/x.json': { version: 4 } });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'unknown-folder', line: 1, column: 1, suggestion: 'pages' });
});
