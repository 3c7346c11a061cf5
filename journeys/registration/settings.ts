import type { Money } from '#engine/i18n/format-values.ts';
import { RATE } from '#server/platform/settings/limit-settings.ts';
import { defineSettings, rate, setting, wholeNumber } from '#server/platform/settings/setting.ts';

/** Settings of the membership. */
export const settings = defineSettings({
  title: 'Registration',
  rows: {
    ACTIVATION_HOURS: setting({
      description: 'Hours for which the link of an activation mail is valid.',
      allowed: 'a whole number from 1 to 168',
      default: { demo: '24', production: '24' },
      parse: wholeNumber(1, 168),
    }),
    VOUCHER_MINIMUM_ORDER: setting({
      description:
        'Minimum order value of the vouchers whose name ends in `-mov`, for a site without the claim `minimumOrder`, which has priority.',
      allowed: 'an amount with its currency, such as `100 EUR` or `99.50 EUR`',
      default: { demo: '100 EUR', production: '100 EUR' },
      parse: parseMoney,
    }),
    RATE_LIMIT_CODE_GUESSES: setting({
      description:
        'How many non-existent codes one network may try; then all its code look-ups are refused until the time is over. Existing codes do not count, so that a campaign works for thousands of visitors behind one carrier’s address. The limit allows for typing errors of a large group, and is far too low to guess a code of 50 bits.',
      allowed: RATE,
      default: { demo: '60 per 10 min', production: '60 per 10 min' },
      parse: rate,
    }),
    RATE_LIMIT_REGISTRATIONS: setting({
      description: 'How many registration forms one network may send; each sends a mail to an unverified address.',
      allowed: RATE,
      default: { demo: '40 per 10 min', production: '40 per 10 min' },
      parse: rate,
    }),
    RATE_LIMIT_LINKS: setting({
      description:
        'How many registration links one admin may generate, so that a stolen session cannot use up all balances.',
      allowed: RATE,
      default: { demo: '100 per 1 h', production: '100 per 1 h' },
      parse: rate,
    }),
  },
  values: (own) => ({
    activationHours: own.ACTIVATION_HOURS,
    voucherMinimumOrder: own.VOUCHER_MINIMUM_ORDER,
    limits: {
      codeGuessesPerNetwork: own.RATE_LIMIT_CODE_GUESSES,
      registrationPerNetwork: own.RATE_LIMIT_REGISTRATIONS,
      linkPerActor: own.RATE_LIMIT_LINKS,
    },
  }),
});

function parseMoney(text: string): Money | undefined {
  const match = /^(\d{1,7})(?:\.(\d{2}))? ([A-Z]{3})$/.exec(text);
  if (match === null) return undefined;
  return { amount: Number(match[1]) * 100 + Number(match[2] ?? 0), currency: match[3] ?? '' };
}
