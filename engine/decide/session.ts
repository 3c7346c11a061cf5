import { formatDay, formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Facts, SessionFact, TokenPurpose } from './types.ts';

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

/** The address of the URL's token, else of the one that this visitor opened a page of this purpose with (G1). */
export function tokenEmail(
  purpose: TokenPurpose,
  { token, session }: Pick<Facts, 'token' | 'session'>,
): string | undefined {
  if (token?.state === 'valid') return token.purpose === purpose ? token.email : undefined;
  return session?.state === 'open' ? session.opened?.[purpose]?.email : undefined;
}
