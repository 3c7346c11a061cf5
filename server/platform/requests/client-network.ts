import { AsyncLocalStorage } from 'node:async_hooks';
import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

interface Sender {
  readonly network: string;
  readonly isGone: () => boolean;
}

const senders = new AsyncLocalStorage<Sender>();

/**
 * Runs a request handler in a context with the client's network, for the audit log. Use cases do not depend on it, so it is not a parameter.
 *
 * @param network see `getRateLimitKey`
 * @param isGone whether the client disconnected
 */
export const withClientNetwork = <T>(network: string, work: () => T, isGone = (): boolean => false): T =>
  senders.run({ network, isGone }, work);

/** Address block of the client, `192.0.2.0/24` or `2001:db8:1::/48`; `null` outside a request. */
export function getClientAddressBlock(): string | null {
  const network = senders.getStore()?.network ?? '';
  return network === '' ? null : toAddressBlock(network);
}

/** @param network see `getRateLimitKey` */
export function toAddressBlock(network: string): string {
  const { site } = toClientPrefix(network);
  return network.includes(':') ? `${site}::/48` : `${site}.0/24`;
}

/** Whether the client disconnected; `false` outside a request. */
export const isClientGone = (): boolean => senders.getStore()?.isGone() ?? false;
