import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { SECOND, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Statement } from '#server/platform/database/batch.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { countHit, prepareHit, type LimitResult } from '#server/platform/limits/rate-limit.ts';
import { prepareEnqueue } from '#server/platform/mail/outbox.ts';
import { type MailTemplate, renderMail } from './mail-template.ts';

export interface MemberMail<Values> {
  readonly template: MailTemplate<Values>;
  readonly locale: Locale;
  readonly to: Email;
  /** Account that the mail is about; `null` for none. */
  readonly memberId: string | null;
  readonly values: Values;
  /** Earliest sending time in milliseconds since the epoch; default: immediately. */
  readonly notBefore?: number;
}

type MailPorts = Pick<
  MemberPorts,
  'clock' | 'random' | 'secrets' | 'site' | 'mailDomain' | 'mailWritten' | 'log' | 'settings' | 'database'
>;

/** Rate limit counter of all membership mails. */
export const mailCounter = 'mail/address';

/**
 * Enqueues a mail; pass the transaction of its cause as `db`, see `enqueueMail`. All mails are rate limited by the recipient's address, so
 * that strangers can neither flood a mailbox nor block a mail that its owner requested: above the limit, one mail of each kind waits for
 * the next window, and a newer one replaces it.
 */
export async function sendMail<Values>(
  db: Db,
  ports: MailPorts,
  mail: MemberMail<Values>,
  counted?: LimitResult,
): Promise<void> {
  for (const statement of await prepareMail(db, ports, mail, counted)) await statement.execute();
}

/**
 * Statements that enqueue the mail, for a batch; none when the recipient is above the limit.
 *
 * @param counted result of counting it in an earlier batch; see `prepareMailCount`
 */
export async function prepareMail<Values>(
  db: Db,
  ports: MailPorts,
  mail: MemberMail<Values>,
  counted?: LimitResult,
): Promise<readonly Statement[]> {
  const { template, locale, to, memberId, values } = mail;
  const due = Math.max(ports.clock.now(), mail.notBefore ?? 0);
  const first = counted ?? (await count(db, ports, to, due));
  const notBefore = await sendingTime(db, ports, to, template.name, due, first);
  if (notBefore === null) return [];
  const written = prepareEnqueue(db, ports, {
    template: template.name,
    locale,
    to: to.typed,
    memberId,
    notBefore,
    rendered: renderMail(template, locale, ports.site, values),
  });
  return [written];
}

/** Statement that counts a mail against its recipient's address, for a batch. */
export const prepareMailCount = (db: Db, ports: MailPorts, { canonical }: Email) =>
  prepareHit(db, ports.clock, {
    action: mailCounter,
    subject: canonical,
    limit: ports.settings.limits.mailPerAddress,
  });

/**
 * Sending time in milliseconds since the epoch; `null` when the limits of this and the next window are exceeded.
 *
 * @param due intended sending time
 * @param first result of counting it for that time
 */
async function sendingTime(
  db: Db,
  ports: MailPorts,
  to: Email,
  template: string,
  due: number,
  first: LimitResult,
): Promise<number | null> {
  if (first.allowed) return due;
  const next = due + first.retryAfterSeconds * SECOND;
  if (await dropWaiting(db, ports, to, template)) return next;
  if ((await count(db, ports, to, next)).allowed) return next;
  ports.log.warn('mail.too-many', { template });
  return null;
}

const count = (db: Db, ports: MailPorts, { canonical }: Email, at: number): Promise<LimitResult> =>
  countHit(db, { now: () => at }, [
    { action: mailCounter, subject: canonical, limit: ports.settings.limits.mailPerAddress },
  ]);

/** Deletes a waiting mail of this kind, whose links become invalid with a newer one. */
async function dropWaiting(db: Db, ports: MailPorts, { canonical }: Email, template: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom('outbox')
    .where('recipient_canonical', '=', canonical)
    .where('template', '=', template)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', getCurrentTimestamp(ports.clock))
    .executeTakeFirst();
  return dropped.numDeletedRows > 0n;
}
