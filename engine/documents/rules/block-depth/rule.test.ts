import { expect, test } from 'vitest';
import { columnsIn } from '#tests/helpers/nested-blocks.ts';
import { shortFindings } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const text = { id: 'words', type: 'rich-text', slot: 'left', lead: 'landing.labels' };
const columns = (id: string, ...blocks: readonly object[]) => ({ id, type: 'columns', slot: 'left', blocks });

test('Three blocks may be in one another, and a fourth is reported', () => {
  expect(shortFindings({ [landing]: columnsIn(columns('two', text)) })).toEqual([]);
  expect(shortFindings({ [landing]: columnsIn(columns('two', columns('three', text))) })).toEqual([
    'block-depth landings/default.json blocks[3].blocks[0].blocks[0].blocks[0].id',
  ]);
});

test('A fragment that is too deep where it is used is reported there; one that is too deep by itself, in its file', () => {
  const { slot: _slot, ...two } = columns('two', columns('three', text));
  const { slot: _own, ...three } = columns('two', columns('three', columns('four', text)));
  const found = (block: object) =>
    shortFindings({
      [landing]: columnsIn({ id: 'deep', fragment: 'fragments/deep', slot: 'left' }),
      'pages-config/fragments/deep.json': { $schema: 'x', version: 4, blocks: [block] },
    });
  expect(found(two)).toEqual(['block-depth landings/default.json blocks[3].blocks[0].fragment']);
  expect(found(three)).toContain('block-depth fragments/deep.json blocks[0].blocks[0].blocks[0].blocks[0].id');
});
