import { toNonEmptyList, type PersonalDataSource } from '#server/platform/personal-data/personal-data-source.ts';

/**
 * Sessions of members, audit entries about them, and the accounts of staff with what they and their API clients did. An erasure deletes the account of a former
 * colleague only: that of a colleague is disabled first.
 */
export const staffPersonalData: PersonalDataSource = {
  async collect({ database: { db } }, { addresses, ids }) {
    const tokens = await db
      .selectFrom('access_tokens')
      .select(['role', 'created_at', 'expires_at'])
      .where('subject', 'in', toNonEmptyList(ids))
      .execute();
    const programs = await db
      .selectFrom('program_tokens')
      .select(['name', 'created_at', 'expires_at', 'seen_at'])
      .where('inviter_id', 'in', toNonEmptyList(ids))
      .execute();
    const accounts = await db
      .selectFrom('admins')
      .select(['id', 'email', 'name', 'staff_group', 'created_at', 'disabled_at'])
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
    return {
      tables: {
        access_tokens: tokens,
        program_tokens: [...programs, ...clients],
        admins: accounts,
        staff_invitations: invitations,
        staff_passkeys: passkeys,
        audit_entries: entries,
      },
      known: { ids: actors },
    };
  },

  async erase(tx, { addresses, ids }) {
    const tokens = await tx.deleteFrom('access_tokens').where('subject', 'in', toNonEmptyList(ids)).executeTakeFirst();
    const programs = await tx
      .deleteFrom('program_tokens')
      .where('inviter_id', 'in', toNonEmptyList(ids))
      .executeTakeFirst();
    const own = toNonEmptyList(
      (
        await tx
          .selectFrom('admins')
          .select('id')
          .where('email_canonical', 'in', toNonEmptyList(addresses))
          .where('disabled_at', 'is not', null)
          .execute()
      ).map(({ id }) => id),
    );
    const sessions = await tx.deleteFrom('access_tokens').where('subject', 'in', own).executeTakeFirst();
    const passkeys = await tx.deleteFrom('staff_passkeys').where('admin_id', 'in', own).executeTakeFirst();
    const feeds = await tx.deleteFrom('calendar_feeds').where('admin_id', 'in', own).executeTakeFirst();
    const accounts = await tx.deleteFrom('admins').where('id', 'in', own).executeTakeFirst();
    const invitations = await tx
      .deleteFrom('staff_invitations')
      .where('email_canonical', 'in', toNonEmptyList(addresses))
      .executeTakeFirst();
    const entries = await tx
      .updateTable('audit_log')
      .set({ subject: null })
      .where('subject', 'in', toNonEmptyList([...ids, ...addresses]))
      .executeTakeFirst();
    // Content of entries about the person is encrypted; deleting the key erases it.
    const keys = await tx.deleteFrom('audit_people').where('subject', 'in', toNonEmptyList(ids)).executeTakeFirst();
    return {
      rows: {
        audit_people: Number(keys.numDeletedRows),
        program_tokens: Number(programs.numDeletedRows),
        access_tokens: Number(tokens.numDeletedRows) + Number(sessions.numDeletedRows),
        admins: Number(accounts.numDeletedRows),
        calendar_feeds: Number(feeds.numDeletedRows),
        staff_invitations: Number(invitations.numDeletedRows),
        staff_passkeys: Number(passkeys.numDeletedRows),
        audit_log: Number(entries.numUpdatedRows),
      },
    };
  },
};
