import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('A layout that does not exist is reported with those for this kind of document', () => {
  const [finding, ...others] = checkSmall({ 'pages-config/pages/about-us.json': swap('"centered"', '"centred"') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'unknown-layout', line: 5, column: 13, suggestion: 'centered' });
});

test('A layout for landings is not available for pages', () => {
  expect(checkSmall({ 'pages-config/pages/about-us.json': swap('"centered"', '"only-mobile"') })).toEqual([
    expect.objectContaining({ rule: 'unknown-layout' }),
  ]);
});

test('A change to a layout that does not exist is reported in the change', () => {
  expect(checkSmall({ 'pages-config/landings/summer.json': swap('"theme": "ink"', '"layout": "defualt"') })).toEqual([
    expect.objectContaining({
      rule: 'unknown-layout',
      file: 'pages-config/landings/summer.json',
      path: 'changes[1].set.layout',
      suggestion: 'default',
    }),
  ]);
});
