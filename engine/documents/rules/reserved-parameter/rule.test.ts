import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, shortFindings } from '#tests/helpers/small-project.ts';

const named = (key: string) =>
  shortFindings({
    'pages-config/landings/calm.json': calmVariant,
    [`pages-config/experiments/${key}.json`]: calmExperiment,
  });

test.each(['lang', 'token', 'utm_source', 'gclid'])('An experiment cannot be named "%s"', (key) => {
  expect(named(key)).toEqual([`reserved-parameter experiments/${key}.json `]);
});

test('An experiment may be named after what it tests', () => {
  expect(named('language-menu')).toEqual([]);
});
