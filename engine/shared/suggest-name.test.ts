import { expect, test } from 'vitest';
import { suggestName } from './suggest-name.ts';

test('The nearest allowed value is suggested', () => {
  expect(suggestName('titel', ['title', 'subtitle', 'table'])).toBe('title');
  expect(suggestName('Hero', ['heroes', 'hero'])).toBe('hero');
});

test('Nothing is suggested when nothing is close', () => {
  expect(suggestName('carousel', ['hero', 'faq'])).toBeUndefined();
  expect(suggestName('ab', ['xy'])).toBeUndefined();
});
