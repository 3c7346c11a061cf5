import { type Selectable, sql } from 'kysely';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import type { OutboxTable } from '#server/platform/database/tables.ts';
import { countRows, type RowRange, readPage } from '#server/platform/database/read-page.ts';
import { toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { seal, unseal } from '#server/platform/tokens/seal.ts';

export interface NewMail {
  /** Kind of mail, for lists and logs. */
  readonly template: string;
  readonly locale: Locale;
  /** Address as entered. */
  readonly to: string;
  /** Account, or entry of a form, that the mail is about, if any; erased with it. */
  readonly memberId?: string | null;
  readonly rendered: RenderedMail;
  /** Earliest sending time in milliseconds since the epoch, until which it does not count as queued; default: immediately. */
  readonly notBefore?: number | undefined;
}

/** Enqueues a mail; pass the transaction of its cause as `db`, so that both exist or neither. */
export async function enqueueMail(db: Db, ports: EnqueuePorts, mail: NewMail): Promise<void> {
  await prepareEnqueue(db, ports, mail).execute();
}

type EnqueuePorts = Pick<PlatformPorts, 'clock' | 'random' | 'secrets' | 'mailDomain' | 'mailWritten'>;

/** The same as a statement for a batch of the transaction. */
export function prepareEnqueue(db: Db, ports: EnqueuePorts, mail: NewMail) {
  const id = createId(ports.random);
  const from = toTimestamp(mail.notBefore ?? ports.clock.now());
  ports.mailWritten?.();
  return db.insertInto('outbox').values({
    id,
    message_id: `<${id}@${ports.mailDomain}>`,
    template: mail.template,
    locale: mail.locale,
    recipient: mail.to,
    recipient_canonical: readEmail(mail.to)?.canonical ?? mail.to,
    member_id: mail.memberId ?? null,
    content: sealContent(ports, id, mail.rendered),
    status: 'queued',
    attempts: 0,
    next_attempt_at: from,
    lease_until: null,
    last_error: null,
    created_at: from,
    sent_at: null,
  });
}

/** A stored mail, for reading in development. */
export interface UnsentMail extends RenderedMail {
  readonly id: string;
  readonly template: string;
  readonly locale: string;
  readonly to: string;
  /** ISO 8601. */
  readonly at: string;
  readonly status: string;
}

/** Mails whose content is still stored, newest first: unsent, queued and failed ones. */
export async function listMail(
  ports: Pick<PlatformPorts, 'database' | 'secrets'>,
  limit = 50,
): Promise<readonly UnsentMail[]> {
  const rows = await ports.database.db
    .selectFrom('outbox')
    .select(['id', 'template', 'locale', 'recipient', 'content', 'created_at', 'status'])
    .where('content', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    template: row.template,
    locale: row.locale,
    to: row.recipient,
    at: row.created_at,
    status: row.status,
    ...openContent(ports, row.id, row.content ?? ''),
  }));
}

export interface OutboxState {
  readonly byStatus: Readonly<Record<string, number>>;
  /** 0 when no mail is queued. */
  readonly oldestWaitingSeconds: number;
}

/** Number of mails per status and age of the oldest queued one, for metrics and health. */
export async function readOutboxState(ports: Pick<PlatformPorts, 'database' | 'clock'>): Promise<OutboxState> {
  const rows = await ports.database.db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('mails'), fn.min('created_at').as('oldest')])
    .groupBy('status')
    .execute();
  const waiting = rows
    .filter((row) => row.status === 'queued' || row.status === 'sending')
    .map((row) => Date.parse(row.oldest));
  return {
    byStatus: Object.fromEntries(rows.map((row) => [row.status, Number(row.mails)])),
    oldestWaitingSeconds: waiting.length > 0 ? Math.max(0, (ports.clock.now() - Math.min(...waiting)) / 1_000) : 0,
  };
}

/** Number of failed mails, up to a limit. */
export async function countDeadLetters(db: Db, most: number): Promise<number> {
  const { dead } = await db
    .selectFrom(db.selectFrom('outbox').select('id').where('status', '=', 'dead').limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('dead'))
    .executeTakeFirstOrThrow();
  return Number(dead);
}

/** A failed mail. */
export type DeadLetter = Pick<
  Selectable<OutboxTable>,
  'id' | 'template' | 'locale' | 'recipient' | 'attempts' | 'last_error' | 'created_at'
>;

/** Failed mails, newest first, without content. */
export const listDeadLetters = (db: Db): Promise<readonly DeadLetter[]> =>
  db
    .selectFrom('outbox')
    .select(['id', 'template', 'locale', 'recipient', 'attempts', 'last_error', 'created_at'])
    .where('status', '=', 'dead')
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();

export interface MailQuestion extends RowRange {
  readonly status: OutboxTable['status'];
  /** Kind of mail; default: all kinds. */
  readonly template?: string;
  /** Error of the last attempt; default: all. */
  readonly reason?: string;
}

export type ListedMail = DeadLetter & Pick<Selectable<OutboxTable>, 'status' | 'sent_at' | 'next_attempt_at'>;

/** Mails in one status, newest first, paginated, without content. */
export async function findMails(
  db: Db,
  { status, template = '', reason, ...page }: MailQuestion,
): Promise<{ readonly mails: readonly ListedMail[]; readonly total: number }> {
  let all = db.selectFrom('outbox').where('status', '=', status);
  if (template !== '') all = all.where('template', '=', template);
  if (reason !== undefined) all = all.where('last_error', '=', reason);
  const mails = await readPage(
    all
      .select(['id', 'template', 'locale', 'recipient', 'attempts', 'last_error', 'created_at'])
      .select(['status', 'sent_at', 'next_attempt_at']),
    { column: 'created_at', id: 'id', descending: true },
    page,
  );
  const total = await countRows(db, all, page, mails);
  return { mails, total };
}

/** Failed mails with the same reason. */
export interface FailedMails {
  /** Error of the last attempt, such as `EENVELOPE 550 RCPT TO`; empty when unknown. */
  readonly reason: string;
  readonly mails: number;
  /** Creation of the newest one, ISO 8601. */
  readonly newest: string;
}

const MAX_REASONS = 20;

/** Reasons of failed mails, most frequent first. */
export async function readFailures(db: Db): Promise<readonly FailedMails[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['last_error', fn.countAll<number>().as('mails'), fn.max('created_at').as('newest')])
    .where('status', '=', 'dead')
    .groupBy('last_error')
    .orderBy('mails', 'desc')
    .limit(MAX_REASONS)
    .execute();
  return rows.map((row) => ({ reason: row.last_error ?? '', mails: Number(row.mails), newest: row.newest }));
}

export interface MailsByDay {
  readonly sent: readonly number[];
  readonly failed: readonly number[];
}

/**
 * Sent and failed mails by day of creation.
 *
 * @param days milliseconds since the epoch: beginnings of the days, oldest first, and the end of the last one
 */
export async function countByDay(db: Db, days: readonly number[]): Promise<MailsByDay> {
  const bounds = days.map(toTimestamp);
  const columns = bounds
    .slice(1)
    .map(
      (end, index) =>
        sql`count(case when created_at >= ${bounds[index]} and created_at < ${end} then 1 end) as ${sql.ref(`day_${index}`)}`,
    );
  const of = async (statuses: readonly OutboxTable['status'][]): Promise<readonly number[]> => {
    const { rows } = await sql<Readonly<Record<string, string | number>>>`
      select ${sql.join(columns)} from outbox
      where status in (${sql.join(statuses)}) and created_at >= ${bounds[0]} and created_at < ${bounds.at(-1)}`.execute(
      db,
    );
    return bounds.slice(1).map((_, index) => Number(rows[0]?.[`day_${index}`] ?? 0));
  };
  const [sent, failed] = await Promise.all([of(['sent', 'kept']), of(['dead'])]);
  return { sent, failed };
}

/** Requeues all failed mails of a reason. Returns their number. */
export async function requeueFailures(
  ports: Pick<PlatformPorts, 'database' | 'clock'>,
  reason: string,
): Promise<number> {
  const { numUpdatedRows } = await ports.database.db
    .updateTable('outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: getCurrentTimestamp(ports.clock), last_error: null })
    .where('status', '=', 'dead')
    .where(({ fn, val }) => fn.coalesce('last_error', val('')), '=', reason)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Requeues failed mails. Returns the ids of those that existed. */
export async function requeueDeadLetters(
  ports: Pick<PlatformPorts, 'database' | 'clock'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const revived = await ports.database.db
    .updateTable('outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: getCurrentTimestamp(ports.clock), last_error: null })
    .where('id', 'in', ids)
    .where('status', '=', 'dead')
    .returning('id')
    .execute();
  return revived.map(({ id }) => id);
}

const sealContent = (
  { secrets, random }: Pick<PlatformPorts, 'secrets' | 'random'>,
  id: string,
  { subject, html, text, replyTo = '', senderName = '' }: RenderedMail,
): string =>
  seal(
    secrets.seal,
    random,
    `outbox/${id}`,
    JSON.stringify([subject, html, text, ...(`${replyTo}${senderName}` === '' ? [] : [replyTo, senderName])]),
  );

/** Decrypts subject, bodies, reply-to address and sender of an outbox row. */
export function openContent({ secrets }: Pick<PlatformPorts, 'secrets'>, id: string, content: string): RenderedMail {
  const parts: unknown = JSON.parse(unseal(secrets.seal, `outbox/${id}`, content));
  const [subject = '', html = '', text = '', replyTo, senderName] = Array.isArray(parts) ? parts.map(String) : [];
  return { subject, html, text, ...(replyTo && { replyTo }), ...(senderName && { senderName }) };
}
