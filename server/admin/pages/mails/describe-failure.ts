import type { StaffTranslator } from '../../staff-translator.ts';

const kinds = ['address', 'full', 'refused', 'later', 'server', 'signIn', 'unknown'] as const;
type Kind = (typeof kinds)[number];

/** Reply codes (RFC 5321, 4.2.3) and codes of Node.js and the mail library; the first match counts. */
const patterns: readonly (readonly [RegExp, Kind])[] = [
  [/\bEAUTH\b/, 'signIn'],
  [/\b(?:452|552)\b/, 'full'],
  [/\bMailRefused\b|\b(?:550|551|553)\b.*RCPT/, 'address'],
  [/\b5\d\d\b/, 'refused'],
  [/\b4\d\d\b/, 'later'],
  [/\b(?:E[A-Z]*CONN[A-Z]*|ETIMEDOUT|EDNS|ENOTFOUND|EAI_AGAIN|ESOCKET|ETLS|EPIPE|EHOSTUNREACH)\b/, 'server'],
];

/** Why a mail failed, and what to do about it. @param reason as the outbox stores it, such as `EENVELOPE 550 RCPT TO` */
export function describeFailure(t: StaffTranslator, reason: string): { readonly why: string; readonly what: string } {
  const [, kind = 'unknown'] = patterns.find(([pattern]) => pattern.test(reason)) ?? [];
  return { why: t(`mails.why.${kind}`), what: t(`mails.what.${kind}`) };
}
