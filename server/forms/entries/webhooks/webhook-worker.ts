import { type Selectable, sql } from 'kysely';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import { outboxLimits, pauseAfter } from '#server/platform/mail/outbox-worker.ts';
import { inSpan } from '#server/platform/observability/tracing.ts';
import type { WebhookPorts } from '../ports.ts';
import type { WebhookDeliveriesTable } from '../tables.ts';
import { openBody } from './deliveries.ts';
import { sendWebhook, WebhookError } from './send-webhook.ts';

export interface WebhookWorker {
  /** Claims what is due and sends it; returns how many requests were tried. */
  runOnce(): Promise<number>;
  /** Looks every `intervalMs`; a second call does nothing. */
  start(intervalMs: number): void;
  /** Looks now. */
  wake(): void;
  /** Finishes what is being sent and stops; what else is due is left to the next worker. */
  stop(): Promise<void>;
}

type Delivery = Selectable<WebhookDeliveriesTable>;

/**
 * Sends requests to webhooks as the outbox sends mails: several workers share the work, a claimed row is leased, and what fails is
 * tried again for two days. A request may arrive twice in the worst case, always with the same id.
 */
export function createWebhookWorker(ports: WebhookPorts): WebhookWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const runOnce = async (): Promise<number> => {
    const deliveries = await claim(ports);
    await Promise.all(deliveries.map((delivery) => deliver(ports, delivery)));
    return deliveries.length;
  };
  const drain = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted && (await runOnce()) > 0);
    } catch (error) {
      ports.log.error('webhooks.unavailable', { error: error instanceof Error ? error.message : String(error) });
    }
  };
  const wake = (): void => {
    if (stopping.signal.aborted) return;
    running ??= drain().finally(() => {
      running = undefined;
    });
  };
  return {
    runOnce,
    wake,
    start(intervalMs) {
      timer ??= setInterval(wake, intervalMs).unref();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** Takes due rows, and rows whose worker died, in one statement. */
async function claim(ports: WebhookPorts): Promise<readonly Delivery[]> {
  const now = timestampOf(ports.clock);
  const skipLocked = ports.database.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const { rows } = await sql<Delivery>`
    with due as materialized (
      select id from webhook_deliveries
      where (status = 'queued' and next_attempt_at <= ${now}) or (status = 'sending' and lease_until <= ${now})
      order by next_attempt_at limit ${outboxLimits.batch} ${skipLocked}
    )
    update webhook_deliveries set status = 'sending', attempts = attempts + 1, lease_until = ${timestampOf(ports.clock, outboxLimits.lease)}
    where id in (select id from due)
    returning *`.execute(ports.database.db);
  return rows;
}

async function deliver(ports: WebhookPorts, delivery: Delivery): Promise<void> {
  const { id, webhook, attempts } = delivery;
  try {
    const target = ports.webhooks.find(({ name }) => name === webhook);
    // The document was published before the setting: it waits for it as for a target that is down.
    if (target === undefined) throw new WebhookError('NOT_CONFIGURED');
    const timestamp = Math.floor(ports.clock.now() / 1_000);
    const body = openBody(ports, id, delivery.body ?? '');
    await inSpan('client', `webhook ${webhook}`, {}, () => sendWebhook(target, { id, timestamp, body }));
    await settle(ports, delivery, { status: 'sent', body: null, last_error: null, sent_at: timestampOf(ports.clock) });
  } catch (error) {
    const dead = attempts >= outboxLimits.attempts;
    const code = error instanceof WebhookError ? error.code : 'unknown';
    ports.log[dead ? 'error' : 'warn'](dead ? 'webhook.dead' : 'webhook.delayed', {
      id,
      webhook,
      attempts,
      error: code,
    });
    await settle(ports, delivery, {
      status: dead ? 'dead' : 'queued',
      last_error: code,
      next_attempt_at: timestampOf(ports.clock, pauseAfter(attempts, ports.random.fraction())),
    });
  }
}

/** Only the worker that still holds the lease may say how it ended. */
async function settle(
  ports: WebhookPorts,
  { id, attempts }: Delivery,
  values: Partial<WebhookDeliveriesTable>,
): Promise<void> {
  await ports.database.db
    .updateTable('webhook_deliveries')
    .set({ ...values, lease_until: null })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute();
}
