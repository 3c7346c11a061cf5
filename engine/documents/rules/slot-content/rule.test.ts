import { expect, test } from 'vitest';
import { columnsIn, sectionIn } from '#tests/helpers/nested-blocks.ts';
import { checkSmall, shortFindings } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const text = (id: string) => ({ id, type: 'rich-text', slot: 'left', lead: 'landing.labels' });

test('A type that no slot takes is reported once, as a block that cannot be there', () => {
  const hero = { id: 'second', type: 'login-link', slot: 'left', link: { label: 'site.join', to: '#steps' } };
  expect(shortFindings({ [landing]: columnsIn(hero) })).toEqual([
    'unknown-block landings/default.json blocks[3].blocks[0].type',
  ]);
});

test('A slot has no more blocks than it takes: the first one too many is reported', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const [finding, ...others] = checkSmall({ [landing]: columnsIn(...ids.map(text)) });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'slot-content', path: 'blocks[3].blocks[6].id', expected: 'at most 6' });
});

test('What a fragment brings into a slot is of a type that it takes, and is reported at the use', () => {
  const footer = {
    id: 'legal',
    type: 'interlude',
    title: 'landing.steps',
    image: { src: 'images/satin.jpg', decorative: true },
  };
  const found = checkSmall({
    [landing]: sectionIn({ id: 'shared', fragment: 'fragments/shared', slot: 'main' }),
    'pages-config/fragments/shared.json': { $schema: 'x', version: 4, blocks: [footer] },
  });
  expect(found).toEqual([
    expect.objectContaining({ rule: 'slot-content', path: 'blocks[3].blocks[0].fragment', found: '"interlude"' }),
  ]);
  expect(found[0]?.message).toBe(
    'The block "shared/legal" (interlude) cannot be in the slot "main" of "part" (section).',
  );
});

test('A block too many that a variant inserts is reported at its change', () => {
  const blocks = ['a', 'b', 'c', 'd', 'e', 'f'].map(text);
  const change = { op: 'insert', into: 'sides', blocks: [text('g')] };
  const found = checkSmall({
    [landing]: columnsIn(...blocks),
    'pages-config/landings/summer.json': {
      $schema: 'x',
      version: 4,
      slug: 'summer',
      extends: 'landings/default',
      changes: [change],
    },
  });
  expect(found.map(({ rule, path }) => `${rule} ${path}`)).toEqual(['slot-content changes[0].blocks[0].id']);
});
