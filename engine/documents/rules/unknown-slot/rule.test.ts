import { expect, test } from 'vitest';
import { columnsIn } from '#tests/helpers/nested-blocks.ts';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const text = { id: 'words', type: 'rich-text', lead: 'landing.labels' };

test('A slot that the block around does not have is reported where it is written, with the nearest one', () => {
  const [finding, ...others] = checkSmall({ [landing]: columnsIn({ ...text, slot: 'lfet' }) });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'unknown-slot',
    path: 'blocks[3].blocks[0].slot',
    suggestion: 'left',
    expected: 'one of left, middle, right',
  });
});

test('A block inside a block with several slots has to name one; a block with one slot leaves no question', () => {
  expect(shortFindings({ [landing]: columnsIn(text) })).toEqual([
    'unknown-slot landings/default.json blocks[3].blocks[0]',
  ]);
  expect(shortFindings({ [landing]: columnsIn({ ...text, slot: 'left' }) })).toEqual([]);
});

test('A slot outside of any block, and in a block without slots, is reported', () => {
  expect(shortFindings({ [landing]: swap('"type": "rich-text"', '"type": "rich-text", "slot": "left"') })).toEqual([
    'unknown-slot landings/default.json blocks[2].slot',
  ]);
  const countdown = { id: 'end', type: 'countdown-banner', slot: 'left', until: '2027-01-01T00:00' };
  const rules = shortFindings({
    [landing]: swap('"title": "landing.hero"', `"title": "landing.hero", "blocks": [${JSON.stringify(countdown)}]`),
  });
  expect(rules).toContain('unknown-slot landings/default.json blocks[1].blocks[0].slot');
});

test('The use of a fragment names the slot of all its blocks, and is where a wrong one is reported', () => {
  const fragment = { $schema: 'x', version: 4, blocks: [text, { ...text, id: 'more' }] };
  const withUse = (use: object) => ({
    [landing]: columnsIn({ id: 'shared', fragment: 'fragments/shared', ...use }),
    'pages-config/fragments/shared.json': fragment,
  });
  expect(shortFindings(withUse({ slot: 'right' }))).toEqual([]);
  expect(shortFindings(withUse({ slot: 'rihgt' }))).toEqual([
    'unknown-slot landings/default.json blocks[3].blocks[0].slot',
  ]);
  expect(shortFindings(withUse({}))).toEqual(['unknown-slot landings/default.json blocks[3].blocks[0]']);
});

test('A wrong slot that a variant gives a block is reported at its change', () => {
  const change = { op: 'set', block: 'words', props: { slot: 'rihgt' } };
  const found = checkSmall({
    [landing]: columnsIn({ ...text, slot: 'left' }),
    'pages-config/landings/summer.json': {
      $schema: 'x',
      version: 4,
      slug: 'summer',
      extends: 'landings/default',
      changes: [change],
    },
  });
  expect(found.map(({ rule, path }) => `${rule} ${path}`)).toContain('unknown-slot changes[0].props.slot');
});
