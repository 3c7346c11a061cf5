import { sql } from 'kysely';
import { invitationMail } from '#journeys/registration/members/invitation/invitation-mail.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';

/** Delivery state of invitations released to the waiting list within a day. */
export interface ReleaseProgress {
  readonly released: number;
  /** Sent, or stored without a mail server. */
  readonly sent: number;
  /** Failed. */
  readonly dead: number;
  /** Queued. */
  readonly queued: number;
}

/** Delivery state of the invitations of the last 24 hours, of all staff users. */
export async function readRelease({ database: { db }, clock }: MemberPorts): Promise<ReleaseProgress> {
  const since = getCurrentTimestamp(clock, -DAY);
  const mailIn = (...states: readonly string[]) => sql<number>`sum(case when exists (
    select 1 from outbox where outbox.recipient_canonical = waiting_list.email_canonical
      and outbox.template = ${invitationMail.name} and outbox.created_at >= ${since}
      and outbox.status in (${sql.join(states)})
  ) then 1 else 0 end)`;
  const { released, ...mails } = await db
    .selectFrom('waiting_list')
    .where('state', '=', 'invited')
    .where('invited_at', '>=', since)
    .select(({ fn }) => fn.countAll<number>().as('released'))
    .select([mailIn('sent', 'kept').as('sent'), mailIn('dead').as('dead')])
    .executeTakeFirstOrThrow();
  const [all, sent] = [Number(released), Number(mails.sent)];
  const dead = Math.min(Number(mails.dead), all - sent);
  return { released: all, sent, dead, queued: all - sent - dead };
}
