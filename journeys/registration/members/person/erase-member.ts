import { returnInvitation } from '#journeys/registration/members/account/balance.ts';
import { generateCode } from '#journeys/registration/members/codes/generate-code.ts';
import { mailCounter } from '#journeys/registration/members/mails/send-mail.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { forgetHits } from '#server/platform/limits/rate-limit.ts';
import { type ErasedRows, toNonEmptyList } from '#server/platform/personal-data/personal-data-source.ts';
import type { Random } from '#server/platform/ports.ts';

export interface Erased {
  /** Account ids; never empty. */
  readonly ids: readonly string[];
  /** Canonical addresses; never empty. */
  readonly addresses: readonly string[];
}

const byMember = ['newsletter_consents', 'policy_acceptances', 'vouchers'] as const;
const byAddress = ['waiting_list', 'membership_interest', 'registration_drafts'] as const;

/** A pending account frees its place; an active one has used it. */
export async function eraseMember(tx: Transaction, random: Random, erased: Erased): Promise<ErasedRows> {
  const { ids, addresses } = erased;
  const rows: Record<string, number> = {};
  for (const table of byMember) {
    const gone = await tx.deleteFrom(table).where('member_id', 'in', ids).executeTakeFirst();
    rows[table] = Number(gone.numDeletedRows);
  }
  for (const table of byAddress) {
    const gone = await tx.deleteFrom(table).where('email_canonical', 'in', addresses).executeTakeFirst();
    rows[table] = Number(gone.numDeletedRows);
  }
  for (const table of ['activation_tokens', 'earlier_addresses'] as const) {
    const gone = await tx
      .deleteFrom(table)
      .where((row) => row.or([row('member_id', 'in', ids), row('email_canonical', 'in', addresses)]))
      .executeTakeFirst();
    rows[table] = Number(gone.numDeletedRows);
  }
  // Outcomes of activation stay as anonymous statistics.
  const attempts = await tx
    .updateTable('activation_attempts')
    .set({ member_id: null })
    .where('member_id', 'in', ids)
    .executeTakeFirst();
  rows['activation_attempts'] = Number(attempts.numUpdatedRows);
  rows['rate_limits'] =
    (await forgetHits(tx, [mailCounter], addresses)) +
    (await forgetHits(tx, ['resend/member', 'change-email/member'], ids));
  Object.assign(rows, await eraseInviter(tx, random, addresses));
  // Returned by the delete: a concurrent erasure, activation or expiry has already freed or used the place.
  const members = await tx.deleteFrom('members').where('id', 'in', ids).returning(['state', 'inviter_id']).execute();
  for (const { state, inviter_id } of members) if (state === 'pending') await returnInvitation(tx, inviter_id);
  return { ...rows, members: members.length };
}

/**
 * Anonymizes an inviter: the balance stays for invited people, without name and address, and allows no more invitations. A code may contain
 * the name, so it is replaced by a random one, also in the accounts of invited people.
 */
async function eraseInviter(tx: Transaction, random: Random, addresses: readonly string[]): Promise<ErasedRows> {
  const inviters = await tx
    .updateTable('inviters')
    .set({ first_name: null, email_canonical: null, state: 'blocked' })
    .where('email_canonical', 'in', addresses)
    .returning('id')
    .execute();
  const codes = await tx
    .selectFrom('registration_codes')
    .select('code')
    .where('kind', '=', 'access')
    .where('inviter_id', 'in', toNonEmptyList(inviters.map(({ id }) => id)))
    .execute();
  for (const { code } of codes) {
    const next = generateCode(random);
    await tx.updateTable('registration_codes').set({ code: next, label: next }).where('code', '=', code).execute();
    await tx.updateTable('members').set({ code: next }).where('code', '=', code).execute();
    await tx.updateTable('generated_links').set({ base_code: next }).where('base_code', '=', code).execute();
  }
  return { inviters: inviters.length, registration_codes: codes.length };
}
