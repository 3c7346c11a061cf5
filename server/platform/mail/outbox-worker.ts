import type { Selectable } from 'kysely';
import type { OutboxTable } from '#server/platform/database/tables.ts';
import {
  scheduleAfterFailure,
  claimDue,
  createQueueWorker,
  queueLimits,
  type QueueWorker,
  settleClaimed,
} from '#server/platform/database/delivery-queue.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { openContent } from '#server/platform/mail/outbox.ts';
import { isPermanent } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { runInSpan } from '#server/platform/observability/tracing.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

type Mail = Selectable<OutboxTable>;

/**
 * Sends the outbox (see `createQueueWorker`), at least once and always with the same Message-ID.
 *
 * @param transport `null` leaves mails readable in the database instead of sending them
 */
export function createOutboxWorker(ports: PlatformPorts, transport: MailTransport | null): QueueWorker {
  const worker = createQueueWorker(
    async () => {
      const mails = await claimDue<Mail>(ports, 'outbox');
      await Promise.all(mails.map((mail) => deliver(ports, transport, mail)));
      if (mails.length > 0) ports.pubSub.publishDebounced(topics.mails);
      return mails.length;
    },
    (error) => ports.log.error('outbox.unavailable', { error: errorText(error) }),
  );
  return {
    ...worker,
    wake() {
      ports.pubSub.publishDebounced(topics.mails);
      worker.wake();
    },
    async stop() {
      await worker.stop();
      transport?.close();
    },
  };
}

async function deliver(ports: PlatformPorts, transport: MailTransport | null, mail: Mail): Promise<void> {
  try {
    if (transport) {
      const content = openContent(ports, mail.id, mail.content ?? '');
      const outgoing = { ...content, messageId: mail.message_id, to: mail.recipient, locale: mail.locale };
      await runInSpan('client', `mail ${mail.template}`, { 'messaging.system': 'smtp' }, () =>
        transport.send(outgoing),
      );
    }
    await settleClaimed(ports, 'outbox', mail, {
      status: transport ? 'sent' : 'kept',
      sent_at: getCurrentTimestamp(ports.clock),
      ...(transport ? { content: null } : {}),
    });
  } catch (error) {
    const dead = isPermanent(error) || mail.attempts >= queueLimits.attempts;
    ports.log[dead ? 'error' : 'warn'](dead ? 'mail.dead' : 'mail.delayed', {
      mail: mail.id,
      template: mail.template,
      attempts: mail.attempts,
      error: errorCode(error),
    });
    await settleClaimed(ports, 'outbox', mail, {
      ...scheduleAfterFailure(ports, mail.attempts, dead),
      last_error: errorCode(error),
    });
  }
}

/** Reply of the mail server, without the addresses that it often repeats. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const parts = [
    'code' in error ? error.code : error.name,
    'responseCode' in error ? error.responseCode : undefined,
    'command' in error ? error.command : undefined,
  ];
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
