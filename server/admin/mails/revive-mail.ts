import type { Outbox } from '#server/platform/mail/index.ts';
import type { Staff } from '#server/staff/index.ts';

export interface ReviveMailPorts {
  readonly outbox: Pick<Outbox, 'reviveDeadLetter' | 'wake'>;
  readonly staff: Pick<Staff, 'note'>;
}

/** Dead letters that are revived at once: no more than a list shows. */
export const MOST_REVIVED = 200;

/** Gives each of these another life that is still dead. Answers with how many there were. */
export async function reviveMails(ports: ReviveMailPorts, ids: readonly string[], actor: string): Promise<number> {
  let count = 0;
  // One after the other: the audit log is one chain, and a mail that somebody else revived meanwhile is left out.
  for (const id of new Set(ids)) if (await reviveMail(ports, id, actor)) count += 1;
  return count;
}

/** Gives a dead letter another life, which is written down. Answers with whether there was one. */
export async function reviveMail({ outbox, staff }: ReviveMailPorts, id: string, actor: string): Promise<boolean> {
  const revived = await outbox.reviveDeadLetter(id);
  if (!revived) return false;
  await staff.note({
    actor,
    action: 'mail.revive',
    subject: id,
    before: { state: 'dead' },
    after: { state: 'queued' },
  });
  outbox.wake();
  return true;
}
