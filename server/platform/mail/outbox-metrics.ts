import type { Metric } from 'prom-client';
import { gauge, labelledGauge } from '#server/platform/observe/metrics.ts';
import { within } from '#server/platform/within.ts';
import type { Outbox, OutboxState } from './index.ts';

/** Milliseconds for the database: figures of the process are read while it is out. */
const PATIENCE = 500;

/** How many mails there are, and how long the oldest waits. */
export function outboxMetrics(outbox: Pick<Outbox, 'state'>): readonly Metric[] {
  const state = (): Promise<OutboxState | null> =>
    within(PATIENCE, 'The state of the outbox', outbox.state()).catch(() => null);
  return [
    labelledGauge(
      {
        name: 'vitrine_outbox_mails',
        help: 'Mails in the database, by status; without a value while the database is out.',
        labelNames: ['status'],
      },
      async () =>
        Object.entries((await state())?.byStatus ?? {}).map(([status, value]) => ({ labels: { status }, value })),
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
