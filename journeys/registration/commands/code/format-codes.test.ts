import { expect, test } from 'vitest';
import { formatCodes } from '#journeys/registration/commands/code/format-codes.ts';

const code = {
  label: 'ANNA-50',
  kind: 'access',
  state: 'open',
  inviterName: 'Anna',
  landing: null,
  voucher: null,
  issued: 2,
  free: 1,
  pending: 1,
  active: 0,
  expiresAt: null,
  ownPath: null,
} as const;

test('the list of codes says which page stands in the way of one', () => {
  const [, free, hidden] = formatCodes([code, { ...code, label: 'Viral', ownPath: '/viral' }]).split('\n');
  expect(free).toMatch(/^ANNA-50 +open +Anna /);
  expect(hidden).toMatch(/^Viral +open, hidden by \/viral +Anna /);
});
