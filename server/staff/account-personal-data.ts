import { toNonEmptyList, type PersonalDataSource } from '#server/platform/personal-data/personal-data-source.ts';

/**
 * Accounts of staff, with what they and their API clients did. An erasure deletes the account of a former colleague only: that of a colleague is disabled first. Audit
 * log and content then name an id that nothing resolves.
 */
export const accountPersonalData: PersonalDataSource = {
  isOfStaff: true,

  async collect({ database: { db } }, { addresses }) {
    const accounts = await db
      .selectFrom('admins')
      .select(['id', 'email', 'name', 'staff_group', 'created_at', 'disabled_at', 'draft_mails', 'locale'])
      .where('email_canonical', 'in', toNonEmptyList(addresses))
      .execute();
    const invitations = await db
      .selectFrom('staff_invitations')
      .select(['email', 'staff_group', 'created_at', 'expires_at'])
      .where('email_canonical', 'in', toNonEmptyList(addresses))
      .execute();
    const own = toNonEmptyList(accounts.map(({ id }) => id));
    const passkeys = await db
      .selectFrom('staff_passkeys')
      .select(['name', 'created_at', 'used_at'])
      .where('admin_id', 'in', own)
      .execute();
    const clients = await db
      .selectFrom('program_tokens')
      .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'seen_at'])
      .where('created_by', 'in', own)
      .execute();
    const actors = [...accounts.map(({ id }) => id), ...clients.map(({ id }) => `program:${id}`)];
    const entries = await db
      .selectFrom('audit_entries')
      .select(['at', 'actor', 'action', 'subject', 'network'])
      .where('actor', 'in', toNonEmptyList(actors))
      .orderBy('at')
      .execute();
    const tables = {
      admins: accounts,
      staff_invitations: invitations,
      staff_passkeys: passkeys,
      program_tokens: clients,
      audit_entries: entries,
    };
    return { tables, known: { ids: actors } };
  },

  async erase(tx, { addresses }) {
    const former = await tx
      .selectFrom('admins')
      .select('id')
      .where('email_canonical', 'in', toNonEmptyList(addresses))
      .where('disabled_at', 'is not', null)
      .execute();
    const own = toNonEmptyList(former.map(({ id }) => id));
    const sessions = await tx.deleteFrom('access_tokens').where('subject', 'in', own).executeTakeFirst();
    const passkeys = await tx.deleteFrom('staff_passkeys').where('admin_id', 'in', own).executeTakeFirst();
    const feeds = await tx.deleteFrom('calendar_feeds').where('admin_id', 'in', own).executeTakeFirst();
    const accounts = await tx.deleteFrom('admins').where('id', 'in', own).executeTakeFirst();
    const invitations = await tx
      .deleteFrom('staff_invitations')
      .where('email_canonical', 'in', toNonEmptyList(addresses))
      .executeTakeFirst();
    return {
      rows: {
        access_tokens: Number(sessions.numDeletedRows),
        admins: Number(accounts.numDeletedRows),
        calendar_feeds: Number(feeds.numDeletedRows),
        staff_invitations: Number(invitations.numDeletedRows),
        staff_passkeys: Number(passkeys.numDeletedRows),
      },
    };
  },

  async listPersons(db) {
    const rows = await db.selectFrom('admins').select('email_canonical').where('disabled_at', 'is not', null).execute();
    return { addresses: rows.map((row) => row.email_canonical), ids: [] };
  },
};
