import type { Outbox } from '#server/platform/mail/index.ts';
import type { Staff } from '#server/staff/index.ts';

export interface RequeueMailsPorts {
  readonly outbox: Pick<Outbox, 'requeueDeadLetters' | 'requeueFailures' | 'wake'>;
  readonly staff: Pick<Staff, 'note'>;
}

/** Requeues those of these mails that have failed, with an audit entry each. Returns their number. */
export async function requeueMails(
  { outbox, staff }: RequeueMailsPorts,
  ids: readonly string[],
  actor: string,
): Promise<number> {
  const revived = await outbox.requeueDeadLetters(ids);
  if (revived.length === 0) return 0;
  const states = { before: { state: 'dead' }, after: { state: 'queued' } };
  await staff.note(...revived.map((subject) => ({ actor, action: 'mail.revive', subject, ...states })));
  outbox.wake();
  return revived.length;
}

/** Requeues all mails that failed for the same reason, with one audit entry: there may be thousands. */
export async function requeueFailedMails(
  { outbox, staff }: RequeueMailsPorts,
  reason: string,
  actor: string,
): Promise<number> {
  const mails = await outbox.requeueFailures(reason);
  if (mails === 0) return 0;
  await staff.note({ actor, action: 'mail.revive', details: { mails, reason } });
  outbox.wake();
  return mails;
}
