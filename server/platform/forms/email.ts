import { domainToASCII } from 'node:url';

export interface Email {
  /** As entered, trimmed; used for sending and display. */
  readonly typed: string;
  /**
   * For comparison: Unicode NFC, lower case, domain in punycode (UTS 46); plus tags and dots stay. RFC 5321, 2.4 allows a case-sensitive local part, but
   * servers rarely use that, and phones capitalize the first letter.
   */
  readonly canonical: string;
}

/** Domain of a sender address, with or without a display name; `localhost` without a sender, when mails are not sent. */
export function readDomain(sender: string): string {
  const [, domain = ''] = /@([^\s<>@]+)>?$/.exec(sender) ?? [];
  return domainToASCII(domain) || 'localhost';
}

/** Maximum lengths in octets (RFC 5321, 4.5.3.1; the path limit of 256 includes the angle brackets). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** Parses an address that the form's schema accepted; `null` for invalid lengths or domains. */
export function readEmail(input: string): Email | null {
  const typed = input.trim().normalize('NFC');
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, at);
  const domain = domainToASCII(typed.slice(at + 1));
  const labels = domain.split('.');
  const possible =
    at > 0 &&
    labels.length > 1 &&
    Buffer.byteLength(local) <= MAX_LOCAL &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  const canonical = `${local.toLowerCase()}@${domain}`;
  return possible && Buffer.byteLength(canonical) <= MAX_ADDRESS ? { typed, canonical } : null;
}
