import { expect, test } from 'vitest';
import { computePin } from '../../inheritance/compute-pin.ts';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';
import { findChangedPart } from './rule.ts';

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

const landing = 'pages-config/landings/default.json';
const second = (props: object, base: unknown) => ({
  'pages-config/landings/second.json': {
    $schema: 'x',
    version: 4,
    slug: 'second',
    extends: 'landings/default',
    changes: [{ op: 'set', block: 'hero', props, pin: computePin(base) }],
  },
});
const title = { title: 'landing.hero' };
const retitled = { [landing]: swap('"title": "landing.hero"', '"title": "landing.steps"') };
const drifts = (changes: Parameters<typeof checkSmall>[0]) =>
  checkSmall(changes).filter(({ rule }) => rule === 'patch-drift');

test('A base that moved underneath several variants is one finding, at what changed, with the variants', () => {
  const pins = { 'pins.json': { [computePin(title)]: title } };
  const [finding, ...others] = drifts({ ...retitled, ...pins, ...second({ title: 'landing.labels' }, title) });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ file: landing, path: 'blocks[1].title' });
  expect(finding?.message).toMatch(/The variants: landings\/second, landings\/summer\.$/);
});

test('Without the former value it is found at the block', () => {
  expect(drifts({ ...retitled, ...second({ title: 'landing.labels' }, title) })).toMatchObject([
    { file: landing, path: 'blocks[1]' },
  ]);
});

test('It follows from an error of the base', () => {
  const changes = {
    [landing]: swap('"title": "landing.hero"', '"title": "landing.heroo"'),
    ...second({ title: 'landing.labels' }, title),
  };
  expect(shortFindings(changes)).toEqual(['unknown-text landings/default.json blocks[1].title']);
});

test.each([
  [{ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }, ['b', 1]],
  [{ a: { b: 1 } }, { a: { b: 2 } }, ['a', 'b']],
  [{ a: { b: 1, c: 1 } }, { a: { b: 1 } }, ['a']],
  [{ a: 1 }, { b: 1 }, []],
  [undefined, { a: 1 }, ['a']],
])('Of %j and %j the part that changed is %j', (before, now, path) => {
  expect(findChangedPart(before, now)).toEqual(path);
});
