import { expect, test } from 'vitest';
import { shortFindings, swap } from '#tests/helpers/small-project.ts';

const window = (from: string | null, to: string | null): string =>
  `"window": ${JSON.stringify({ ...(from !== null && { from }), ...(to !== null && { to }), zone: 'Europe/Berlin' })}`;
const overlapping = swap(
  '"lead": "landing.labels"\n    }',
  `"lead": "landing.labels", ${window(null, '2099-12-10T00:00')} },
    { "id": "more", "type": "rich-text", "title": "landing.steps", ${window('2099-12-05T00:00', null)} }`,
);
const over = swap('"slug": "summer",', `"slug": "summer", ${window('2099-12-02T00:00', '2099-12-01T00:00')},`);

test('A warning about a base hides no error of the same rule in its variant, which inherits the warning', () => {
  const base = 'window landings/default.json blocks[3].window';
  const variant = 'window landings/summer.json window.to';
  const found = (changes: Parameters<typeof shortFindings>[0]) => [...shortFindings(changes)].toSorted();
  const [landing, summer] = ['pages-config/landings/default.json', 'pages-config/landings/summer.json'];
  expect(found({ [landing]: overlapping })).toEqual([base]);
  expect(found({ [summer]: over })).toEqual([variant]);
  expect(found({ [landing]: overlapping, [summer]: over })).toEqual([base, variant]);
});
