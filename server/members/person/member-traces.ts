import { giveBackPlace } from '#server/members/account/balance.ts';
import { openDraft } from '#server/members/draft/stored-draft.ts';
import type { PersonTraces } from '#server/platform/person/traces.ts';

const byAddress = ['waiting_list', 'membership_interest', 'registration_drafts', 'activation_tokens'] as const;

/** The membership of a person. */
export const memberTraces: PersonTraces = {
  async collect({ database: { db }, secrets }, { email }) {
    const byEmail = (table: 'waiting_list' | 'membership_interest' | 'members' | 'newsletter_consents' | 'inviters') =>
      db.selectFrom(table).selectAll().where('email_canonical', '=', email.canonical).execute();
    const members = await byEmail('members');
    const ids = members.map((member) => member.id);
    const byMember = (table: 'policy_acceptances' | 'vouchers' | 'activation_attempts') =>
      ids.length > 0 ? db.selectFrom(table).selectAll().where('member_id', 'in', ids).execute() : [];
    const drafts = await db
      .selectFrom('registration_drafts')
      .selectAll()
      .where('email_canonical', '=', email.canonical)
      .execute();
    const tables = {
      members,
      newsletter_consents: await byEmail('newsletter_consents'),
      policy_acceptances: await byMember('policy_acceptances'),
      vouchers: await byMember('vouchers'),
      activation_attempts: await byMember('activation_attempts'),
      waiting_list: await byEmail('waiting_list'),
      membership_interest: await byEmail('membership_interest'),
      inviters: await byEmail('inviters'),
      registration_drafts: drafts.map((draft) => ({
        updated_at: draft.updated_at,
        expires_at: draft.expires_at,
        values: openDraft({ secrets }, draft.session_hash, draft.content),
      })),
    };
    return { tables, known: { ids, addresses: members.map((member) => member.email) } };
  },

  /**
   * A pending account gives its place back, an active one has used it. An inviter's balance stays for the people invited, without
   * name and address, and invites no more.
   */
  async erase(tx, { email }) {
    const members = await tx
      .deleteFrom('members')
      .where('email_canonical', '=', email.canonical)
      .returning(['id', 'email', 'state', 'inviter_id'])
      .execute();
    let rows = members.length;
    for (const member of members) {
      // Consents, policies and vouchers go with the member by foreign key.
      await tx.updateTable('activation_attempts').set({ member_id: null }).where('member_id', '=', member.id).execute();
      if (member.state === 'pending') await giveBackPlace(tx, member.inviter_id);
    }
    for (const table of byAddress) {
      const gone = await tx.deleteFrom(table).where('email_canonical', '=', email.canonical).executeTakeFirst();
      rows += Number(gone.numDeletedRows);
    }
    await tx
      .updateTable('inviters')
      .set({ first_name: null, email_canonical: null, state: 'blocked' })
      .where('email_canonical', '=', email.canonical)
      .execute();
    return {
      rows,
      known: { ids: members.map((member) => member.id), addresses: members.map((member) => member.email) },
    };
  },
};
