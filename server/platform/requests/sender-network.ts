import { AsyncLocalStorage } from 'node:async_hooks';
import { originOf } from '#server/platform/limits/wider-network.ts';

const networks = new AsyncLocalStorage<string>();

/**
 * Does what a request asks for, so that the audit log knows where it came from: use cases learn who acts, not from where, because
 * nothing that they decide depends on it.
 *
 * @param network See `networkOf`.
 */
export const withSenderNetwork = <T>(network: string, work: () => T): T => networks.run(network, work);

/** The block of addresses of the sender of the request, `192.0.2.0/24` or `2001:db8:1::/48`; `null` outside of requests. */
export function senderBlock(): string | null {
  const network = networks.getStore() ?? '';
  if (network === '') return null;
  const { site } = originOf(network);
  return network.includes(':') ? `${site}::/48` : `${site}.0/24`;
}
