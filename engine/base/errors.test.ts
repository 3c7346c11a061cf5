import { expect, test } from 'vitest';
import { Bug, isMistake, Mistake, Outage } from './errors.ts';

test('A mistake is known by its name, also one of another copy of this module and one of a narrower kind', () => {
  class Narrower extends Mistake {}
  const copied = Object.assign(new Error('SECRET is empty.'), { name: 'Mistake' });
  expect([new Mistake('a'), new Narrower('b'), copied].map(isMistake)).toEqual([true, true, true]);
});

test('A bug, an outage and what is not an error of ours are not mistakes', () => {
  const others = [new Bug('a'), new Outage('b'), new TypeError('c'), 'Mistake', null];
  expect(others.map(isMistake)).toEqual([false, false, false, false, false]);
});

test('Each family names itself in logs and keeps its cause', () => {
  const cause = new Error('the reason');
  expect([new Bug('a'), new Mistake('a'), new Outage('a')].map(String)).toEqual(['Bug: a', 'Mistake: a', 'Outage: a']);
  expect(new Outage('a', { cause }).cause).toBe(cause);
});
