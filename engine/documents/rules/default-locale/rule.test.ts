import { expect, test } from 'vitest';
import { shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A default language that is not available is reported', () => {
  const site = 'pages-config/site.json';
  expect(shortFindings({ [site]: swap('["en", "de", ', '["de", ') })).toContain(
    'default-locale site.json locales.default',
  );
});
