import { giveBackPlace } from '#journeys/registration/members/account/balance.ts';
import { generateCode } from '#journeys/registration/members/codes/generate-code.ts';
import { mailCounter } from '#journeys/registration/members/mails/send-mail.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { forgetHits } from '#server/platform/limits/rate-limit.ts';
import { type ErasedRows, toNonEmptyList } from '#server/platform/personal-data/traces.ts';
import type { Random } from '#server/platform/ports.ts';

export interface Erased {
  /** Of accounts; never empty. */
  readonly ids: readonly string[];
  /** Canonical; never empty. */
  readonly addresses: readonly string[];
}

const byMember = ['newsletter_consents', 'policy_acceptances', 'vouchers'] as const;
const byAddress = ['waiting_list', 'membership_interest', 'registration_drafts'] as const;

/** A pending account gives its place back, an active one has used it. */
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
  // Outcomes of activation are statistics; they name nobody any more.
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
  // As the rows were when they went: anyone who erases, activates or expires at the same time has given or used the place already.
  const members = await tx.deleteFrom('members').where('id', 'in', ids).returning(['state', 'inviter_id']).execute();
  for (const { state, inviter_id } of members) if (state === 'pending') await giveBackPlace(tx, inviter_id);
  return { ...rows, members: members.length };
}

/**
 * An inviter's balance stays for the people invited, without name and address, and invites no more. A code may have been made of the
 * name, so it becomes one that says nothing, also where the invited people have it.
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
