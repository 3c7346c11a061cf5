import { expect, test } from 'vitest';
import { computePin } from '../../inheritance/compute-pin.ts';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A base that moved underneath a change is reported in three views', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/landings/default.json': swap('"title": "landing.hero"', '"title": "landing.steps"'),
    'locales/en/landing.json': (text) => `${text} `,
  });
  expect(others.filter(({ rule }) => rule !== 'unused-text')).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'patch-drift',
    file: 'pages-config/landings/summer.json',
    line: 7,
    path: 'changes[0].pin',
    expected: 'a base with the pin 0701efed6dd9',
    found: '{"title":"landing.steps"}',
  });
  expect(finding?.message).toContain('{"title":"landing.summer","variant":"short"}');
});

test('A change elsewhere in the block is not a drift', () => {
  expect(shortFindings({ 'pages-config/landings/default.json': swap('"grade": "dark"', '"grade": "light"') })).toEqual(
    [],
  );
});

test('A block whose type alone was renamed by a migration has the pin that it had', () => {
  const block = { id: 'a', type: 'column', blocks: [{ id: 'b', type: 'interlude', title: 'x' }] };
  const former = { ...block, blocks: [{ ...block.blocks[0], type: 'moment' }] };
  expect(computePin(block)).toBe(computePin(former));
  expect(computePin(block)).toBe('ccd2a47ca998');
  expect(computePin({ ...block, blocks: [{ ...block.blocks[0], title: 'y' }] })).not.toBe(computePin(block));
});
