import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const fragment = (uses: string) => ({
  $schema: 'x',
  version: 4,
  blocks: [{ id: 'inner', fragment: uses }],
});

test('Fragments that contain each other are reported once, with the whole way round', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/fragments/a.json': fragment('fragments/b'),
    'pages-config/fragments/b.json': fragment('fragments/a'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'cycle', file: 'pages-config/fragments/a.json', path: 'blocks[0].fragment' });
  expect(finding?.message).toContain('fragments/a → fragments/b → fragments/a');
});

test('A variant cannot extend itself', () => {
  expect(shortFindings({ 'pages-config/landings/summer.json': swap('landings/default', 'landings/summer') })).toEqual([
    'cycle landings/summer.json extends',
  ]);
});
