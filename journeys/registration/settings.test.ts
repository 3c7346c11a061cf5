import { expect, test } from 'vitest';
import { defaultMemberSettings } from '#journeys/registration/members/default-settings.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { unchangedSettings } from '#tests/helpers/unchanged-settings.ts';

function read(environment: Readonly<Record<string, string>>) {
  const result = readSettings(environment);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.settings;
}

function listProblems(environment: Readonly<Record<string, string>>): readonly string[] {
  const result = readSettings(environment);
  return result.ok ? [] : result.problems.map(({ name }) => name);
}

test('a minimum order value is read in minor units', () => {
  expect(read({}).voucherMinimumOrder).toEqual({ amount: 10_000, currency: 'EUR' });
  expect(read({ VOUCHER_MINIMUM_ORDER: '99.50 SEK' }).voucherMinimumOrder).toEqual({
    amount: 9_950,
    currency: 'SEK',
  });
  expect(listProblems({ VOUCHER_MINIMUM_ORDER: '99,5 EUR' })).toEqual(['VOUCHER_MINIMUM_ORDER']);
});

test('an activation link is valid for an hour at least and a week at most', () => {
  expect(read({ ACTIVATION_HOURS: '1' }).activationHours).toBe(1);
  expect(listProblems({ ACTIVATION_HOURS: '0' })).toEqual(['ACTIVATION_HOURS']);
  expect(listProblems({ ACTIVATION_HOURS: '169' })).toEqual(['ACTIVATION_HOURS']);
});

test('limits of the club stand beside those of the platform', () => {
  expect(read({ RATE_LIMIT_CODE_GUESSES: '5 per 2 h' }).limits).toMatchObject({
    codeGuessesPerNetwork: { max: 5, windowSeconds: 7_200 },
    registrationPerNetwork: { max: 40, windowSeconds: 600 },
    mailPerAddress: { max: 5, windowSeconds: 3_600 },
  });
});

/** Values of the product, which no variable changes. */
const fixed = ['pendingAccountDays', 'linkDays', 'draftHours', 'lobbyTokenDays', 'socialTokenMinutes'];

test('what a server sets reaches the club under the name that the club reads', () => {
  const given = read({
    ACTIVATION_HOURS: '2',
    VOUCHER_MINIMUM_ORDER: '1 EUR',
    ACCOUNT_ENUMERATION: 'prevent',
    MIN_RESPONSE_TIME_MS: '1500',
    RATE_LIMIT_CODE_GUESSES: '1 per 1 min',
    RATE_LIMIT_REGISTRATIONS: '1 per 1 min',
    RATE_LIMIT_LINKS: '1 per 1 min',
    RATE_LIMIT_REQUESTS: '1 per 1 min',
    RATE_LIMIT_MAILS: '1 per 1 min',
  });
  expect(unchangedSettings(defaultMemberSettings, given)).toEqual(fixed);
  expect(unchangedSettings(defaultMemberSettings.limits, given.limits)).toEqual([]);
});
