import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  scheduleAfterFailure,
  claimDue,
  createQueueWorker,
  joinQueueWorkers,
  queueLimits,
  type QueueWorker,
  settleClaimed,
} from '#server/platform/database/delivery-queue.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { runInSpan } from '#server/platform/observability/tracing.ts';
import type { WebhookPorts } from '../ports.ts';
import type { WebhookDeliveriesTable } from '../tables.ts';
import { openBody } from './deliveries.ts';
import { sendWebhook, WebhookError } from './send-webhook.ts';

type Delivery = Selectable<WebhookDeliveriesTable>;

/**
 * Sends webhook requests (see `createQueueWorker`), at least once and always with the same id. Each target has its own worker, so that a
 * slow one delays no other; unknown targets have one, too.
 */
export function createWebhookWorker(ports: WebhookPorts): QueueWorker {
  const names = ports.webhooks.map(({ name }) => name);
  return joinQueueWorkers(
    [
      ...names.map((name) => sql`webhook = ${name}`),
      names.length === 0 ? sql`1 = 1` : sql`webhook not in (${sql.join(names)})`,
    ].map((only) => targetWorker(ports, only)),
  );
}

function targetWorker(ports: WebhookPorts, only: RawBuilder<unknown>): QueueWorker {
  return createQueueWorker(
    async () => {
      const deliveries = await claimDue<Delivery>(ports, 'webhook_deliveries', only);
      await Promise.all(deliveries.map((delivery) => deliver(ports, delivery)));
      return deliveries.length;
    },
    (error) =>
      ports.log.error('webhooks.unavailable', { error: error instanceof Error ? error.message : String(error) }),
  );
}

async function deliver(ports: WebhookPorts, delivery: Delivery): Promise<void> {
  const { id, webhook, attempts } = delivery;
  try {
    const target = ports.webhooks.find(({ name }) => name === webhook);
    // The setting may follow the document: retried like a target that is down.
    if (target === undefined) throw new WebhookError('NOT_CONFIGURED');
    const timestamp = Math.floor(ports.clock.now() / 1_000);
    const body = openBody(ports, id, delivery.body ?? '');
    await runInSpan('client', `webhook ${webhook}`, {}, () => sendWebhook(target, { id, timestamp, body }));
    await settleClaimed(ports, 'webhook_deliveries', delivery, {
      status: 'sent',
      body: null,
      last_error: null,
      sent_at: getCurrentTimestamp(ports.clock),
    });
  } catch (error) {
    const dead = attempts >= queueLimits.attempts;
    const code = error instanceof WebhookError ? error.code : 'unknown';
    ports.log[dead ? 'error' : 'warn'](dead ? 'webhook.dead' : 'webhook.delayed', {
      id,
      webhook,
      attempts,
      error: code,
    });
    await settleClaimed(ports, 'webhook_deliveries', delivery, {
      ...scheduleAfterFailure(ports, attempts, dead),
      last_error: code,
    });
  }
}
