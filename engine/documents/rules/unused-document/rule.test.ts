import { expect, test } from 'vitest';
import { checkSmall } from '#tests/helpers/small-project.ts';

test('A fragment that no document uses is a warning', () => {
  const blocks = [{ id: 'a', type: 'rich-text', title: 'landing.steps' }];
  expect(checkSmall({ 'pages-config/fragments/lonely.json': { $schema: 'x', version: 4, blocks } })).toEqual([
    expect.objectContaining({ rule: 'unused-document', severity: 'warning', line: 1, column: 1 }),
  ]);
});
