import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_LENGTH } from './setup/longest-first.ts';
import { steps, TOGETHER } from './steps.ts';

test('the budgets of all steps, those that run two at a time halved, add up to what a whole run may take', () => {
  const sum = steps.reduce((seconds, { budget, usesOneCore }) => seconds + (usesOneCore ? budget / 2 : budget), 0);
  expect(sum).toBeLessThanOrEqual(TOGETHER);
});

test('files that begin first are there', () => {
  expect(MAX_LENGTH.filter((file) => !existsSync(file))).toEqual([]);
});
