import type { Metric } from 'prom-client';
import { gauge, labelledGauge } from '#server/platform/observability/metrics.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { Outbox, OutboxState } from './index.ts';

/** Milliseconds for the database: figures of the process are read while it is out. */
const TIMEOUT_MS = 500;

/** Statuses without a mail are shown too: an alert about the first dead letter needs to know that there was none. */
const none = { queued: 0, sending: 0, sent: 0, kept: 0, dead: 0 };

/** How many mails there are, and how long the oldest waits. */
export function outboxMetrics(outbox: Pick<Outbox, 'state'>): readonly Metric[] {
  const state = (): Promise<OutboxState | null> =>
    withTimeout(TIMEOUT_MS, 'The state of the outbox', outbox.state()).catch(() => null);
  return [
    labelledGauge(
      {
        name: 'vitrine_outbox_mails',
        help: 'Mails in the database, by status; without a value while the database is out.',
        labelNames: ['status'],
      },
      async () => {
        const known = await state();
        if (known === null) return [];
        return Object.entries({ ...none, ...known.byStatus }).map(([status, value]) => ({ labels: { status }, value }));
      },
    ),
    gauge(
      {
        name: 'vitrine_outbox_oldest_seconds',
        help: 'How long the oldest mail has waited to be sent; 0 without one, and while the database is out.',
      },
      async () => (await state())?.oldestWaitingSeconds ?? 0,
    ),
  ];
}
