import type { IncomingMessage } from 'node:http';
import { DynamicRequests } from '#server/platform/limits/dynamic-requests.ts';
import { watchEventLoop } from '#server/platform/limits/event-loop.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import {
  createLoadShedder,
  createShedCounts,
  type LoadShedder,
  type ShedCounts,
} from '#server/platform/limits/shedding.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import type { ServerOptions } from '#server/app/server-options.ts';

export interface RequestLimits {
  readonly readSender: ReturnType<typeof createClientAddressReader>;
  /** Rate limit key of a request: the network of its client. */
  readonly readNetwork: (request: IncomingMessage) => string;
  readonly dynamicRequests: DynamicRequests;
  /** Rejects requests while the server is overloaded; absent in development. */
  readonly loadShedder: LoadShedder | undefined;
  readonly shedCounts: ShedCounts;
  close(): void;
}

/** Client addresses, rate limits and load shedding. */
export function createLimits({ settings, development, eventLoopDelay }: ServerOptions): RequestLimits {
  const readSender = createClientAddressReader(settings.trustedProxies);
  const networkOfSender = (request: IncomingMessage): string => getRateLimitKey(readSender(request).address);
  const eventLoop = watchEventLoop();
  const shedCounts = createShedCounts();
  return {
    readSender,
    readNetwork: networkOfSender,
    dynamicRequests: new DynamicRequests({
      limit: settings.dynamicRequests,
      ipv6SiteFactor: settings.ipv6SiteFactor,
      readNetwork: networkOfSender,
    }),
    loadShedder:
      development === undefined ? createLoadShedder(eventLoopDelay ?? eventLoop.delay, shedCounts) : undefined,
    shedCounts,
    close: () => eventLoop.close(),
  };
}
