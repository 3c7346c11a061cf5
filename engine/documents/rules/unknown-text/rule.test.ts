import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('A key that no language has is reported with the nearest key and where it would be written', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/fragments/header.json': swap('"site.login"', '"site.lgoin"'),
  }).filter(({ rule }) => rule !== 'unused-text');
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'unknown-text',
    line: 9,
    column: 27,
    suggestion: 'site.login',
    expected: 'an entry "lgoin" in locales/<language>/site.json',
  });
});
