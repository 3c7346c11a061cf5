import type { GuardFacts } from '#engine/guards/facts.ts';
import { formatDay, formatHours, formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { RegistrationFacts, TokenPurpose } from './facts.ts';

type Known = Pick<GuardFacts, 'token' | 'session'>;

/** Session facts of registrations; `undefined` without a session, or for an unreadable one. */
export function readOwnSession({ session }: Pick<Known, 'session'>): RegistrationFacts | undefined {
  return session?.state === 'open' ? session.journeys.registration : undefined;
}

/**
 * Values of the visitor's registration: its `email` and the `hours` of its link ("24 hours"), `lobbyEmail` of the lobby's token,
 * `appliedEmail` of the application, `voucherCode`, `voucherPercent`, `voucherUntil` and `voucherMinimum` in the page's language.
 */
export function buildSessionValues(session: RegistrationFacts, locale: Locale): Readonly<Record<string, string>> {
  const { registration, voucher, applied, used } = session;
  return {
    ...(used?.lobby && { lobbyEmail: used.lobby.email }),
    ...(applied && { appliedEmail: applied.email }),
    ...(registration && registration.email !== '' && { email: registration.email }),
    ...(registration && { hours: formatHours(locale, registration.hours) }),
    ...(voucher && {
      voucherCode: voucher.code,
      voucherPercent: formatPercent(locale, voucher.percent),
      voucherUntil: formatDay(locale, voucher.validUntil),
      ...(voucher.minimumOrder && { voucherMinimum: formatMoney(locale, voucher.minimumOrder) }),
    }),
  };
}

/** Email address of the URL's token, else of the token that opened a page of this purpose (G1). */
export function readTokenEmail(purpose: TokenPurpose, known: Known): string | undefined {
  const { token } = known;
  if (token?.state === 'valid') return token.purpose === purpose ? token.email : undefined;
  return readOwnSession(known)?.opened?.[purpose]?.email;
}
