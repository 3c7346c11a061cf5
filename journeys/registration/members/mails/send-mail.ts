import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { SECOND, currentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Statement } from '#server/platform/database/batch.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { countHit, countingHit, type LimitAnswer } from '#server/platform/limits/rate-limit.ts';
import { enqueuingMail } from '#server/platform/mail/outbox.ts';
import { type MailTemplate, renderMail } from './mail-template.ts';

export interface MemberMail<Values> {
  readonly template: MailTemplate<Values>;
  readonly locale: Locale;
  readonly to: Email;
  /** The account it is about, `null` when it is about none. */
  readonly memberId: string | null;
  readonly values: Values;
  /** Milliseconds since the epoch before which it is not sent; at once when left out. */
  readonly notBefore?: number;
}

type MailPorts = Pick<
  MemberPorts,
  'clock' | 'random' | 'secrets' | 'site' | 'mailDomain' | 'mailWritten' | 'log' | 'settings' | 'database'
>;

/** What every mail of the membership counts against. */
export const mailCounter = 'mail/address';

/**
 * Writes a mail into the outbox; give the transaction of its cause as `db`, see `enqueueMail`. Every mail counts against its
 * recipient's address, whatever caused it: a stranger can neither fill a mailbox through many accounts nor keep a mail that its
 * owner asked for from arriving. Beyond the limit one mail of a kind waits for the next window, and a newer one takes its place.
 */
export async function sendMail<Values>(
  db: Db,
  ports: MailPorts,
  mail: MemberMail<Values>,
  counted?: LimitAnswer,
): Promise<void> {
  for (const statement of await sendingMail(db, ports, mail, counted)) await statement.execute();
}

/**
 * The statements that write the mail, to go together with others of its transaction; none where the recipient gets nothing more.
 *
 * @param counted What came of counting it, where that went together with something else; see `countingMail`.
 */
export async function sendingMail<Values>(
  db: Db,
  ports: MailPorts,
  mail: MemberMail<Values>,
  counted?: LimitAnswer,
): Promise<readonly Statement[]> {
  const { template, locale, to, memberId, values } = mail;
  const due = Math.max(ports.clock.now(), mail.notBefore ?? 0);
  const first = counted ?? (await count(db, ports, to, due));
  const notBefore = await sendingTime(db, ports, to, template.name, due, first);
  if (notBefore === null) return [];
  const written = enqueuingMail(db, ports, {
    template: template.name,
    locale,
    to: to.typed,
    memberId,
    notBefore,
    rendered: renderMail(template, locale, ports.site, values),
  });
  return [written];
}

/** Counts a mail that is written now against its recipient's address, together with other statements. */
export const countingMail = (db: Db, ports: MailPorts, { canonical }: Email) =>
  countingHit(db, ports.clock, {
    action: mailCounter,
    subject: canonical,
    limit: ports.settings.limits.mailPerAddress,
  });

/**
 * Milliseconds since the epoch; `null` when the recipient gets nothing more in this window and the next.
 *
 * @param due When it would be sent otherwise.
 * @param first What came of counting it for then.
 */
async function sendingTime(
  db: Db,
  ports: MailPorts,
  to: Email,
  template: string,
  due: number,
  first: LimitAnswer,
): Promise<number | null> {
  if (first.allowed) return due;
  const next = due + first.retryAfterSeconds * SECOND;
  if (await dropWaiting(db, ports, to, template)) return next;
  if ((await count(db, ports, to, next)).allowed) return next;
  ports.log.warn('mail.too-many', { template });
  return null;
}

const count = (db: Db, ports: MailPorts, { canonical }: Email, at: number): Promise<LimitAnswer> =>
  countHit(db, { now: () => at }, [
    { action: mailCounter, subject: canonical, limit: ports.settings.limits.mailPerAddress },
  ]);

/** Takes back a mail of this kind that waits for the next window; its links no longer work once a newer one is written. */
async function dropWaiting(db: Db, ports: MailPorts, { canonical }: Email, template: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom('outbox')
    .where('recipient_canonical', '=', canonical)
    .where('template', '=', template)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', currentTimestamp(ports.clock))
    .executeTakeFirst();
  return dropped.numDeletedRows > 0n;
}
