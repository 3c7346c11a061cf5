import { expect, test } from 'vitest';
import { InternalError, isUserError, UserError, UnavailableError } from './errors.ts';

test('A mistake is known by its name, also one of another copy of this module and one of a narrower kind', () => {
  class Narrower extends UserError {}
  const copied = Object.assign(new Error('SECRET is empty.'), { name: 'UserError' });
  expect([new UserError('a'), new Narrower('b'), copied].map(isUserError)).toEqual([true, true, true]);
});

test('A bug, an outage and what is not an error of ours are not mistakes', () => {
  const others = [new InternalError('a'), new UnavailableError('b'), new TypeError('c'), 'UserError', null];
  expect(others.map(isUserError)).toEqual([false, false, false, false, false]);
});

test('Each family names itself in logs and keeps its cause', () => {
  const cause = new Error('the reason');
  expect([new InternalError('a'), new UserError('a'), new UnavailableError('a')].map(String)).toEqual([
    'InternalError: a',
    'UserError: a',
    'UnavailableError: a',
  ]);
  expect(new UnavailableError('a', { cause }).cause).toBe(cause);
});
