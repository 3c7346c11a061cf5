import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('The use of a fragment that does not exist is reported at the use', () => {
  const findings = checkSmall({ 'pages-config/pages/about-us.json': swap('fragments/header', 'fragments/haeder') });
  expect(findings).toEqual([
    expect.objectContaining({
      rule: 'unknown-fragment',
      line: 9,
      path: 'blocks[0].fragment',
      suggestion: 'fragments/header',
    }),
  ]);
});
