import type { Outbox } from '#server/platform/mail/index.ts';
import type { Staff } from '#server/staff/index.ts';

export interface ReviveMailPorts {
  readonly outbox: Pick<Outbox, 'reviveDeadLetter' | 'wake'>;
  readonly staff: Pick<Staff, 'note'>;
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
