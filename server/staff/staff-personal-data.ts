import { toNonEmptyList, type PersonalDataSource } from '#server/platform/personal-data/personal-data-source.ts';

/** Sessions of members, and audit entries about them. */
export const staffPersonalData: PersonalDataSource = {
  async collect({ database: { db } }, { ids }) {
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
    return { tables: { access_tokens: tokens, program_tokens: programs } };
  },

  async erase(tx, { addresses, ids }) {
    const tokens = await tx.deleteFrom('access_tokens').where('subject', 'in', toNonEmptyList(ids)).executeTakeFirst();
    const programs = await tx
      .deleteFrom('program_tokens')
      .where('inviter_id', 'in', toNonEmptyList(ids))
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
        access_tokens: Number(tokens.numDeletedRows),
        audit_log: Number(entries.numUpdatedRows),
      },
    };
  },
};
