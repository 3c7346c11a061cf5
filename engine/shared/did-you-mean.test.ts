import { expect, test } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

test('The nearest allowed value is suggested', () => {
  expect(didYouMean('titel', ['title', 'subtitle', 'table'])).toBe('title');
  expect(didYouMean('Hero', ['heroes', 'hero'])).toBe('hero');
});

test('Nothing is suggested when nothing is close', () => {
  expect(didYouMean('carousel', ['hero', 'faq'])).toBeUndefined();
  expect(didYouMean('ab', ['xy'])).toBeUndefined();
});
