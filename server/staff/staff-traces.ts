import { listed, type PersonTraces } from '#server/platform/person/traces.ts';

/** How members who signed in are known. */
export const staffTraces: PersonTraces = {
  async collect({ database: { db } }, { ids }) {
    const tokens = await db
      .selectFrom('access_tokens')
      .select(['role', 'created_at', 'expires_at'])
      .where('subject', 'in', listed(ids))
      .execute();
    return { tables: { access_tokens: tokens } };
  },

  async erase(tx, { addresses, ids }) {
    const tokens = await tx.deleteFrom('access_tokens').where('subject', 'in', listed(ids)).executeTakeFirst();
    const entries = await tx
      .updateTable('audit_log')
      .set({ subject: null })
      .where('subject', 'in', listed([...ids, ...addresses]))
      .executeTakeFirst();
    return {
      rows: {
        access_tokens: Number(tokens.numDeletedRows),
        audit_log: Number(entries.numUpdatedRows),
      },
    };
  },
};
