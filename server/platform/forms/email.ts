import { domainToASCII } from 'node:url';

export interface Email {
  /** What was typed, trimmed; this is what mail goes to and what people are shown. */
  readonly typed: string;
  /**
   * What addresses are compared by: Unicode NFC, in lower case, the domain in punycode (UTS 46); plus tags and dots stay. RFC 5321, 2.4
   * lets a server distinguish capitals in the local part; hardly any does, and phones write a capital where people mean none.
   */
  readonly canonical: string;
}

/** The domain of a sender, an address alone or behind a name; `localhost` without one, when mails are kept. */
export function readDomain(sender: string): string {
  const [, domain = ''] = /@([^\s<>@]+)>?$/.exec(sender) ?? [];
  return domainToASCII(domain) || 'localhost';
}

/** Lengths in octets (RFC 5321, 4.5.3.1; the path limit of 256 includes the angle brackets). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** Reads an address that the form's schema already accepted; `null` when its lengths or its domain are impossible. */
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
