import type { IncomingMessage } from 'node:http';
import { DynamicRequests } from '#server/platform/limits/dynamic-requests.ts';
import { watchEventLoop } from '#server/platform/limits/event-loop.ts';
import { networkOf } from '#server/platform/limits/rate-limit.ts';
import { createShed, noneShed, type Shed, type ShedCounts } from '#server/platform/limits/shedding.ts';
import { createSenderReader } from '#server/site/pages/sender.ts';
import type { ServerOptions } from '#server/app/server-options.ts';

export interface RequestLimits {
  readonly readSender: ReturnType<typeof createSenderReader>;
  /** The network that a request comes from, which limits count by. */
  readonly networkOf: (request: IncomingMessage) => string;
  readonly dynamicRequests: DynamicRequests;
  /** Whether a request is refused because the server is behind; left out in development. */
  readonly shed: Shed | undefined;
  readonly shedCounts: ShedCounts;
  close(): void;
}

/** Who sends a request, and whether it is answered. */
export function createLimits({ settings, development, eventLoopDelay }: ServerOptions): RequestLimits {
  const readSender = createSenderReader(settings.trustedProxies);
  const networkOfSender = (request: IncomingMessage): string => networkOf(readSender(request).address);
  const eventLoop = watchEventLoop();
  const shedCounts = noneShed();
  return {
    readSender,
    networkOf: networkOfSender,
    dynamicRequests: new DynamicRequests({
      limit: settings.dynamicRequests,
      siteFactor: settings.siteFactor,
      networkOf: networkOfSender,
    }),
    shed: development === undefined ? createShed(eventLoopDelay ?? eventLoop.delay, shedCounts) : undefined,
    shedCounts,
    close: () => eventLoop.close(),
  };
}
