import { openDraft } from '#journeys/registration/members/draft/stored-draft.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import {
  mergeLists,
  toNonEmptyList,
  type Known,
  type Person,
  type PersonalDataSource,
} from '#server/platform/personal-data/personal-data-source.ts';
import { eraseMember } from './erase-member.ts';

/** Membership data of a person. */
export const memberPersonalData: PersonalDataSource = {
  async collect({ database: { db }, secrets }, person) {
    const members = await selectAccounts(db, person).selectAll().execute();
    const known = await findKnown(
      db,
      members.map(({ id, email }) => ({ id, email })),
    );
    const ids = toNonEmptyList(known.ids);
    const addresses = toNonEmptyList(mergeLists(person.addresses, known.addresses ?? []));
    const byMember = (table: 'policy_acceptances' | 'vouchers' | 'activation_attempts' | 'newsletter_consents') =>
      db.selectFrom(table).selectAll().where('member_id', 'in', ids).execute();
    const byAddress = (table: 'waiting_list' | 'membership_interest' | 'inviters') =>
      db.selectFrom(table).selectAll().where('email_canonical', 'in', addresses).execute();
    const inviters = await byAddress('inviters');
    const drafts = await db
      .selectFrom('registration_drafts')
      .selectAll()
      .where('email_canonical', 'in', addresses)
      .execute();
    const tables = {
      members,
      earlier_addresses: await db.selectFrom('earlier_addresses').selectAll().where('member_id', 'in', ids).execute(),
      newsletter_consents: await byMember('newsletter_consents'),
      policy_acceptances: await byMember('policy_acceptances'),
      vouchers: await byMember('vouchers'),
      activation_attempts: await byMember('activation_attempts'),
      activation_tokens: await db
        .selectFrom('activation_tokens')
        .select(['email_canonical', 'created_at', 'expires_at', 'used_at', 'replaced_at'])
        .where((row) => row.or([row('member_id', 'in', ids), row('email_canonical', 'in', addresses)]))
        .execute(),
      waiting_list: await byAddress('waiting_list'),
      membership_interest: await byAddress('membership_interest'),
      inviters,
      registration_codes: await db
        .selectFrom('registration_codes')
        .select(['label', 'kind', 'state', 'landing', 'expires_at', 'created_at'])
        .where('inviter_id', 'in', toNonEmptyList(inviters.map(({ id }) => id)))
        .execute(),
      registration_drafts: drafts.map((draft) => ({
        updated_at: draft.updated_at,
        expires_at: draft.expires_at,
        values: openDraft({ secrets }, draft.session_hash, draft.content),
      })),
    };
    return { tables, known };
  },

  async erase(tx, person, random) {
    const members = await selectAccounts(tx, person).select(['id', 'email']).execute();
    const known = await findKnown(tx, members);
    const rows = await eraseMember(tx, random, {
      ids: toNonEmptyList(known.ids),
      addresses: toNonEmptyList(mergeLists(person.addresses, known.addresses ?? [])),
    });
    return { rows, known };
  },

  async listPersons(db) {
    const members = await db.selectFrom('members').select(['id', 'email_canonical', 'shadow_of']).execute();
    const named = await Promise.all(
      (
        [
          'earlier_addresses',
          'newsletter_consents',
          'activation_tokens',
          'waiting_list',
          'membership_interest',
          'registration_drafts',
          'inviters',
        ] as const
      ).map((table) => db.selectFrom(table).select('email_canonical').distinct().execute()),
    );
    const addresses = [
      ...members.map((member) => member.shadow_of ?? member.email_canonical),
      ...named.flat().map((row) => row.email_canonical),
    ];
    return { addresses: addresses.filter((address) => address !== null), ids: members.map(({ id }) => id) };
  },
};

/** Including shadows, which contain data entered about the person, see `MembersTable`. */
const selectAccounts = (db: Db, { accounts, ids }: Person) =>
  db
    .selectFrom('members')
    .where((row) =>
      row.or([
        row('email_canonical', 'in', toNonEmptyList(accounts)),
        row('shadow_of', 'in', toNonEmptyList(accounts)),
        row('id', 'in', toNonEmptyList(ids)),
      ]),
    );

async function findKnown(
  db: Db,
  members: readonly { readonly id: string; readonly email: string }[],
): Promise<Required<Known>> {
  const ids = members.map(({ id }) => id);
  const earlier = await db
    .selectFrom('earlier_addresses')
    .select('email_canonical')
    .where('member_id', 'in', toNonEmptyList(ids))
    .execute();
  return {
    ids,
    addresses: earlier.map((row) => row.email_canonical),
    spellings: members.map(({ email }) => email),
  };
}
