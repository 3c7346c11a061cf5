import { AsyncLocalStorage } from 'node:async_hooks';
import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

interface Sender {
  readonly network: string;
  readonly isGone: () => boolean;
}

const senders = new AsyncLocalStorage<Sender>();

/**
 * Does what a request asks for, so that the audit log knows where it came from: use cases learn who acts, not from where, because
 * nothing that they decide depends on it.
 *
 * @param network See `rateLimitKey`.
 * @param isGone Whether the sender has hung up, so that nobody waits for the answer.
 */
export const withSenderNetwork = <T>(network: string, work: () => T, isGone = (): boolean => false): T =>
  senders.run({ network, isGone }, work);

/** The block of addresses of the sender of the request, `192.0.2.0/24` or `2001:db8:1::/48`; `null` outside of requests. */
export function senderBlock(): string | null {
  const network = senders.getStore()?.network ?? '';
  return network === '' ? null : toAddressBlock(network);
}

/** @param network See `rateLimitKey`. */
export function toAddressBlock(network: string): string {
  const { site } = toClientPrefix(network);
  return network.includes(':') ? `${site}::/48` : `${site}.0/24`;
}

/** Whether the sender of the request has hung up; `false` outside of requests. */
export const isSenderGone = (): boolean => senders.getStore()?.isGone() ?? false;
