import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { OutboxTable } from '#server/platform/database/tables.ts';
import { HOUR, MINUTE, SECOND, timestampOf } from '#server/platform/database/timestamp.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { openContent } from '#server/platform/mail/outbox.ts';
import { isPermanent } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { inSpan } from '#server/platform/observability/tracing.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

/** How often and how long a mail is tried: about two days with the doubling pause below. */
export const outboxLimits = {
  attempts: 14,
  firstPause: 30 * SECOND,
  longestPause: 6 * HOUR,
  lease: 2 * MINUTE,
  batch: 10,
} as const;

export interface OutboxWorker {
  /** Claims what is due and sends it; returns how many mails were tried. */
  runOnce(): Promise<number>;
  /** Looks every `intervalMs`; a second call does nothing. */
  start(intervalMs: number): void;
  /** Looks now, such as right after a form was sent. */
  wake(): void;
  /** Finishes what is being sent and stops; what else is due is left to the next worker. */
  stop(): Promise<void>;
}

type Mail = Selectable<OutboxTable>;

/**
 * Sends the outbox. Several workers on several nodes share the work: a claimed row is leased, and the lease of a worker that
 * died runs out. A mail can therefore leave twice in the worst case, always with the same Message-ID.
 *
 * @param transport `null` keeps mails readable in the database instead of sending them.
 */
export function outboxWorker(ports: PlatformPorts, transport: MailTransport | null): OutboxWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  const runOnce = async (): Promise<number> => {
    const mails = await claim(ports);
    await Promise.all(mails.map((mail) => deliver(ports, transport, mail)));
    if (mails.length > 0) ports.pubSub.announceSoon(topics.mails);
    return mails.length;
  };
  const deliverWaiting = (): void => {
    if (stopping.signal.aborted) return;
    running ??= drain().finally(() => {
      running = undefined;
    });
  };
  const drain = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted && (await runOnce()) > 0);
    } catch (error) {
      ports.log.error('outbox.unavailable', { error: errorText(error) });
    }
  };

  return {
    runOnce,
    wake() {
      ports.pubSub.announceSoon(topics.mails);
      deliverWaiting();
    },
    start(intervalMs) {
      timer ??= setInterval(deliverWaiting, intervalMs).unref();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
      transport?.close();
    },
  };
}

/** Takes due rows, and rows whose worker died, in one statement; on PostgreSQL rows another worker is taking are skipped. */
async function claim(ports: PlatformPorts): Promise<readonly Mail[]> {
  const now = timestampOf(ports.clock);
  const skipLocked = ports.database.engine === 'postgres' ? sql`for update skip locked` : sql``;
  // Materialised, so that the planner takes the rows once and no more of them than the limit says.
  const { rows } = await sql<Mail>`
    with due as materialized (
      select id from outbox
      where (status = 'queued' and next_attempt_at <= ${now}) or (status = 'sending' and lease_until <= ${now})
      order by next_attempt_at limit ${outboxLimits.batch} ${skipLocked}
    )
    update outbox set status = 'sending', attempts = attempts + 1, lease_until = ${timestampOf(ports.clock, outboxLimits.lease)}
    where id in (select id from due)
    returning *`.execute(ports.database.db);
  return rows;
}

async function deliver(ports: PlatformPorts, transport: MailTransport | null, mail: Mail): Promise<void> {
  try {
    if (transport) {
      const content = openContent(ports, mail.id, mail.content ?? '');
      const outgoing = { ...content, messageId: mail.message_id, to: mail.recipient, locale: mail.locale };
      await inSpan('client', `mail ${mail.template}`, { 'messaging.system': 'smtp' }, () => transport.send(outgoing));
    }
    await settle(ports, mail, {
      status: transport ? 'sent' : 'kept',
      sent_at: timestampOf(ports.clock),
      ...(transport ? { content: null } : {}),
    });
  } catch (error) {
    const dead = isPermanent(error) || mail.attempts >= outboxLimits.attempts;
    ports.log[dead ? 'error' : 'warn'](dead ? 'mail.dead' : 'mail.delayed', {
      mail: mail.id,
      template: mail.template,
      attempts: mail.attempts,
      error: errorCode(error),
    });
    await settle(ports, mail, {
      status: dead ? 'dead' : 'queued',
      last_error: errorCode(error),
      next_attempt_at: timestampOf(ports.clock, pauseAfter(mail.attempts, ports.random.fraction())),
    });
  }
}

/** Only the worker that still holds the lease may say how it ended. */
async function settle(ports: PlatformPorts, mail: Mail, values: Partial<OutboxTable>): Promise<void> {
  await ports.database.db
    .updateTable('outbox')
    .set({ ...values, lease_until: null })
    .where('id', '=', mail.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .execute();
}

/** Doubles from attempt to attempt, between half and one and a half times, so that many delayed mails don't return at once. */
export const pauseAfter = (attempts: number, fraction: number): number =>
  Math.min(outboxLimits.longestPause, outboxLimits.firstPause * 2 ** (attempts - 1)) * (0.5 + fraction);

/** What the mail server said, without addresses: replies often repeat them. */
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
