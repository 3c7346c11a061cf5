import { readEmail } from '#server/platform/forms/email.ts';
import { unseal } from '#server/platform/tokens/seal.ts';
import type { MemberPorts } from '#server/members/ports.ts';

/** Everything stored about a person, as rows by table; for a request of access (GDPR, article 15). */
export type PersonExport = Readonly<Record<string, readonly object[]>>;

/** `null` when the address is not one. Secrets (hashes of tokens) are left out: they tell the person nothing. */
export async function exportPerson(ports: MemberPorts, address: string): Promise<PersonExport | null> {
  const email = readEmail(address);
  if (!email) return null;
  const { db } = ports.database;
  const byEmail = (table: 'waiting_list' | 'membership_interest' | 'members' | 'newsletter_consents') =>
    db.selectFrom(table).selectAll().where('email_canonical', '=', email.canonical).execute();
  const members = await byEmail('members');
  const ids = members.map((member) => member.id);
  const drafts = await db
    .selectFrom('registration_drafts')
    .selectAll()
    .where('email_canonical', '=', email.canonical)
    .execute();
  return {
    members,
    newsletter_consents: await byEmail('newsletter_consents'),
    policy_acceptances:
      ids.length > 0
        ? await db.selectFrom('policy_acceptances').selectAll().where('member_id', 'in', ids).execute()
        : [],
    vouchers: ids.length > 0 ? await db.selectFrom('vouchers').selectAll().where('member_id', 'in', ids).execute() : [],
    activation_attempts:
      ids.length > 0
        ? await db.selectFrom('activation_attempts').selectAll().where('member_id', 'in', ids).execute()
        : [],
    waiting_list: await byEmail('waiting_list'),
    membership_interest: await byEmail('membership_interest'),
    inviters: await db.selectFrom('inviters').selectAll().where('email_canonical', '=', email.canonical).execute(),
    registration_drafts: drafts.map((draft) => ({
      updated_at: draft.updated_at,
      expires_at: draft.expires_at,
      values: JSON.parse(unseal(ports.secrets.seal, `draft/${draft.session_hash}`, draft.content)),
    })),
    outbox: await db
      .selectFrom('outbox')
      .select(['template', 'locale', 'recipient', 'status', 'created_at', 'sent_at'])
      .where('recipient', 'in', [email.typed, email.canonical, ...members.map((member) => member.email)])
      .execute(),
  };
}
