import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { findKitElementMistakes, readKitComponents } from './find-kit-element-mistakes.ts';

const components = readKitComponents('.', 'engine/block-kit');
const find = (element: string) =>
  findKitElementMistakes(parseSync('Block.tsx', `const block = ${element};`).program, components);

test.each([
  ['a component in small letters', '<icon name="plus" />', 'Icon'],
  ['a component in small letters that is an element of HTML', '<text value={title} />', 'Text'],
  ['an image in small letters', '<picture image={image} />', 'Picture'],
  ['a prop under another name', '<Text text={title} as="p" />', 'value'],
  ['an attribute in small letters', '<Text value={title} classname="muted" />', 'className'],
  ['a misspelt prop', '<Picture image={image} size="100vw" />', 'sizes'],
  ['a component without what it needs', '<Icon />', undefined],
  ['an image without sizes', '<Picture image={image} />', undefined],
])('One mistake in an element: %s', (_, element, suggestion) => {
  expect(find(element).map((mistake) => mistake.suggestion)).toEqual([suggestion]);
});

test.each([
  '<Icon {...icon} />',
  '<Text value={title} aria-hidden="true" />',
  '<text x="0" />',
  '<Slot>{inner}</Slot>',
])('No mistake in %s', (element) => {
  expect(find(element)).toEqual([]);
});
