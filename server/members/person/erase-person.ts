import type { Transaction } from '#server/platform/database/open-database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { giveBackPlace } from '#server/members/account/balance.ts';

export type EraseAnswer =
  | { readonly outcome: 'erased'; readonly rows: number }
  | { readonly outcome: 'not-an-address' };

/**
 * Removes everything about a person (GDPR, article 17). A pending account gives its place back, an active one has used it. An
 * inviter's balance stays for the people invited, without name and address, and invites no more.
 */
export async function erasePerson(ports: MemberPorts, address: string, actor: string): Promise<EraseAnswer> {
  const email = readEmail(address);
  if (!email) return { outcome: 'not-an-address' };
  return transact<EraseAnswer>(ports.database, async (tx) => {
    const members = await tx
      .deleteFrom('members')
      .where('email_canonical', '=', email.canonical)
      .returning(['id', 'email', 'state', 'inviter_id'])
      .execute();
    let rows = members.length;
    for (const member of members) {
      rows += await forget(tx, member.id);
      if (member.state === 'pending') await giveBackPlace(tx, member.inviter_id);
    }
    for (const table of ['waiting_list', 'membership_interest', 'registration_drafts', 'activation_tokens'] as const) {
      rows += count(await tx.deleteFrom(table).where('email_canonical', '=', email.canonical).executeTakeFirst());
    }
    const addresses = [email.typed, email.canonical, ...members.map((member) => member.email)];
    rows += count(await tx.deleteFrom('outbox').where('recipient', 'in', addresses).executeTakeFirst());
    await tx
      .updateTable('inviters')
      .set({ first_name: null, email_canonical: null, state: 'blocked' })
      .where('email_canonical', '=', email.canonical)
      .execute();
    await ports.audit(tx, { actor, action: 'person.erase', details: { rows } });
    return { outcome: 'erased', rows };
  });
}

/** Consents, policies and vouchers go with the member by foreign key. */
async function forget(tx: Transaction, memberId: string): Promise<number> {
  const keys = await tx.deleteFrom('idempotency_keys').where('member_id', '=', memberId).executeTakeFirst();
  await tx.updateTable('activation_attempts').set({ member_id: null }).where('member_id', '=', memberId).execute();
  return count(keys);
}

const count = (result: { readonly numDeletedRows: bigint }): number => Number(result.numDeletedRows);
