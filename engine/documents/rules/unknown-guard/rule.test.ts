import { expect, test } from 'vitest';
import { guardNames } from '#schemas/generated/vocabulary.ts';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('A guard that does not exist is reported with those that do', () => {
  expect(checkSmall({ 'pages-config/pages/about-us.json': swap('"admin"', '"admins"') })).toEqual([
    expect.objectContaining({
      rule: 'unknown-guard',
      line: 6,
      column: 24,
      suggestion: 'admin',
      expected: `one of ${guardNames.join(', ')}`,
    }),
  ]);
});
