import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { type AsyncState, changeState } from './async-state.ts';

const states: Readonly<Record<AsyncState<number>['status'], AsyncState<number>>> = {
  idle: { status: 'idle' },
  pending: { status: 'pending' },
  success: { status: 'success', data: 1 },
  error: { status: 'error', error: new AppError('Out of reach.') },
};

const possible = [
  'idle → pending',
  'pending → success',
  'pending → error',
  'success → pending',
  'success → idle',
  'error → pending',
  'error → idle',
  'idle → idle',
];

const steps = Object.values(states).flatMap((from) =>
  Object.values(states).map((to) => ({ from, to, name: `${from.status} → ${to.status}` })),
);

test.each(steps.filter(({ name }) => possible.includes(name)))('data on its way may go $name (C5)', ({ from, to }) => {
  expect(changeState(from, to)).toBe(to);
});

test.each(steps.filter(({ name }) => !possible.includes(name)))(
  'data on its way cannot go $name (C5)',
  ({ from, to, name }) => {
    expect(() => changeState(from, to)).toThrow(`The state "${name.split(' → ')[1]}" cannot follow`);
  },
);

test.each([
  [undefined, 500],
  [404, 404],
  [100, 100],
  [999, 999],
  [99, 500],
  [1000, 500],
  [404.5, 500],
  [Number.NaN, 500],
])('an error with the status code %s has %s', (statusCode, expected) => {
  const error = new AppError('Gone.', { statusCode, data: { id: 1 } });
  expect(error).toMatchObject({ statusCode: expected, statusMessage: 'Gone.', message: 'Gone.', data: { id: 1 } });
});
