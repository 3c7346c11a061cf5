import { expect, test } from 'vitest';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { unchangedSettings } from '#tests/helpers/unchanged-settings.ts';
import { defaultStaffSettings } from './default-settings.ts';

test('what a server sets reaches the accounts of staff users under the name that they read', () => {
  const result = readSettings({
    ACCOUNT_ENUMERATION: 'prevent',
    MIN_RESPONSE_TIME_MS: '1500',
    RATE_LIMIT_SIGN_IN_FAILURES: '1 per 1 min',
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { settings } = result;
  expect(unchangedSettings(defaultStaffSettings, settings)).toEqual([]);
  expect(unchangedSettings(defaultStaffSettings.limits, settings.limits)).toEqual([]);
});
