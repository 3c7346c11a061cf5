import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { createUsageError } from '#engine/cli/usage.ts';
import { toEndOfDay } from '#engine/i18n/end-of-day.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { usage } from './usage.ts';

export type NewCodeInput = Parameters<Members['createCode']>[0];

interface Options {
  readonly places?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly landing?: string | undefined;
  readonly voucher?: string | undefined;
  readonly until?: string | undefined;
  readonly inviter?: boolean | undefined;
}

/** @throws UsageError for invalid arguments; other checks are up to the use case */
export function readNewCode(code: string, options: Options, actor: string): NewCodeInput {
  const { places, name, email, landing, voucher, until } = options;
  if (options.inviter) throw createUsageError(usage, '"--inviter" belongs to "block" and "unblock".');
  if (places === undefined) throw createUsageError(usage, 'Say how many people may register with it: "--places 50".');
  const count = parseWholeNumber(places);
  if (!(count > 0)) throw createUsageError(usage, `"--places" needs a whole number such as 50, not "${places}".`);
  return {
    code: code === '' ? null : code,
    firstName: name ?? null,
    email: email ?? null,
    places: count,
    landing: landing ?? null,
    voucher: voucher ?? null,
    expiresAt: until === undefined ? null : parseEnd(until),
    actor,
  };
}

function parseEnd(day: string): number {
  const end = toEndOfDay(day);
  if (Number.isNaN(end)) throw createUsageError(usage, `"--until" needs a day such as "2026-12-31", not "${day}".`);
  return end;
}
