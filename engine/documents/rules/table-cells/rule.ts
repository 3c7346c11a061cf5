import { selectObjects } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const tableCells: Rule = {
  id: 'table-cells',
  severity: 'error',
  description: 'Every row of a table has a cell for each column.',
  block: function* ({ block, locate }) {
    const { columns, rows } = block;
    if (!Array.isArray(columns) || !Array.isArray(rows)) return;
    for (const [index, { cells }] of selectObjects(rows).entries()) {
      if (!Array.isArray(cells) || cells.length === columns.length) continue;
      yield {
        location: locate(['rows', index, 'cells']),
        message: `This row has ${cells.length === 1 ? 'one cell' : `${cells.length} cells`}, and the table has ${columns.length} columns${cells.length < columns.length ? ', so that cells would stand below the wrong heads' : ': the last ones would stand below no head'}.`,
        expected: `${columns.length} cells, in the order of the columns`,
        found: cells.length,
      };
    }
  },
};
