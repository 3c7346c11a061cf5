import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const site = 'pages-config/site.json';
const claim = '"stores": { "value": 3, "format": "integer", "source": "Retail", "asOf": "2026-01-01" }, ';
const added = { [site]: swap('"labels": {', `${claim}"labels": {`) };

test('A claim that no text shows is a warning at its name', () => {
  expect(checkSmall(added)).toEqual([
    expect.objectContaining({ rule: 'unused-claim', severity: 'warning', file: site, path: 'claims.stores' }),
  ]);
});

test('A text inside a document shows a claim, too', () => {
  const inline = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((each) => [each, '{claims.stores.value}']),
  );
  const lead = swap('"lead": "landing.labels"', `"lead": ${JSON.stringify(inline)}`);
  expect(shortFindings({ ...added, 'pages-config/landings/default.json': lead }).join('\n')).not.toContain(
    'unused-claim',
  );
});
