import { consent } from '../consent/service.ts';
import { createConsentQueue } from '../consent/queue.ts';

/** Milliseconds between batches (the source's realtime interval). */
const INTERVAL_MS = 2_000;

interface Use {
  readonly key: string;
  readonly on: boolean;
}

/** Reports flag usage to this site (X9), in batches, with consent to statistics; a refusal drops them. A flag is reported again only when its value changed. */
export function createUsageReporter(address: string): (key: string, on: boolean) => void {
  const reported = new Map<string, boolean>();
  let waiting: Use[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) navigator.sendBeacon(address, JSON.stringify(waiting));
    waiting = [];
  };
  const queue = createConsentQueue<Use>(consent, (use) => {
    waiting.push(use);
    timer ??= setTimeout(send, INTERVAL_MS);
  });
  addEventListener('pagehide', send);
  return (key, on) => {
    if (reported.get(key) === on) return;
    reported.set(key, on);
    queue.add('statistics', { key, on });
  };
}
