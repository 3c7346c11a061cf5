import { formatDay, formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { SessionFact } from './types.ts';

const NO_VALUES: Readonly<Record<string, string>> = Object.freeze({});

/** Values of the visitor's own registration, by the names that `PageDecision.values` tells. */
export function sessionValues(session: SessionFact | undefined, locale: Locale): Readonly<Record<string, string>> {
  if (session?.state !== 'open') return NO_VALUES;
  const { registration, voucher, applied, used } = session;
  return {
    ...(used?.lobby && { lobbyEmail: used.lobby.email }),
    ...(applied && { appliedEmail: applied.email }),
    ...(registration && { email: registration.email, hours: String(registration.hours) }),
    ...(voucher && {
      voucherCode: voucher.code,
      voucherPercent: formatPercent(locale, voucher.percent),
      voucherUntil: formatDay(locale, voucher.validUntil),
      ...(voucher.minimumOrder && { voucherMinimum: formatMoney(locale, voucher.minimumOrder) }),
    }),
  };
}
