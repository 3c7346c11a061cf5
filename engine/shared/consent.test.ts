import { expect, test } from 'vitest';
import { agreesTo, CONSENT_COOKIE } from './consent.ts';

test('Without an answer, or by an answer without purposes, there is no consent', () => {
  for (const value of [undefined, '', '.', 'none.1.x', 'x.statistics.y'])
    expect([agreesTo(value, 'statistics'), agreesTo(value, 'marketing')]).toEqual([false, false]);
});

test('an answer agrees to the purposes before its first dot, and to no part of their names', () => {
  expect([agreesTo('statistics.1.x', 'statistics'), agreesTo('statistics.1.x', 'marketing')]).toEqual([true, false]);
  expect(agreesTo('statistics-marketing.1.x', 'marketing')).toBe(true);
  expect(agreesTo('statisticsmarketing.1.x', 'marketing')).toBe(false);
});

test('scripts and the server know the answer by one name', () => {
  expect(CONSENT_COOKIE).toBe('vitrine_consent');
});
