import { expect, test } from 'vitest';
import { shortFindings } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const cell = { has: true };

/** Findings of a landing with a table of two columns. */
const withRows = (...rows: readonly (readonly object[])[]): readonly string[] =>
  shortFindings({
    [landing]: (text) =>
      text.replace(
        '"blocks": [',
        `"blocks": [${JSON.stringify({
          id: 'table',
          type: 'comparison',
          label: 'landing.steps',
          columns: ['landing.steps', 'landing.hero'].map((title) => ({ title })),
          rows: rows.map((cells, index) => ({ title: index === 0 ? 'landing.labels' : 'landing.hero', cells })),
        })},`,
      ),
  });

test('A row has as many cells as the table has columns', () => {
  expect(withRows([cell, { has: false }])).toEqual([]);
  expect(withRows([cell, cell], [cell, cell, cell])).toEqual([
    'table-cells landings/default.json blocks[0].rows[1].cells',
  ]);
});
