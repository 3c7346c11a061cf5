import { expect, test } from 'vitest';
import { steps } from './steps.ts';

test('the budgets of all steps add up to 15 minutes at most', () => {
  expect(steps.reduce((sum, { budget }) => sum + budget, 0)).toBeLessThanOrEqual(15 * 60);
});
