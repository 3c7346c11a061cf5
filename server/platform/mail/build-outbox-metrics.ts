import type { Metric } from 'prom-client';
import { createGauge, createStatusGauge } from '#server/platform/observability/metrics.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { Outbox, OutboxState } from './index.ts';

/** Database timeout in milliseconds: process metrics must be readable during an outage. */
const TIMEOUT_MS = 500;

/** Number of mails by status, and age of the oldest queued one. */
export function buildOutboxMetrics(outbox: Pick<Outbox, 'state'>): readonly Metric[] {
  const state = (): Promise<OutboxState | null> =>
    withTimeout(TIMEOUT_MS, 'The state of the outbox', outbox.state()).catch(() => null);
  return [
    createStatusGauge(
      {
        name: 'vitrine_outbox_mails',
        help: 'Mails in the database, by status; without a value while the database is out.',
      },
      async () => (await state())?.byStatus ?? null,
      ['queued', 'sending', 'sent', 'kept', 'dead'],
    ),
    createGauge(
      {
        name: 'vitrine_outbox_oldest_seconds',
        help: 'How long the oldest mail has waited to be sent; 0 without one, and while the database is out.',
      },
      async () => (await state())?.oldestWaitingSeconds ?? 0,
    ),
  ];
}
