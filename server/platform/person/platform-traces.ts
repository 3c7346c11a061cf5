import type { PersonTraces } from './traces.ts';

/** Mails to a person, and what repeated requests of theirs were answered. */
export const platformTraces: PersonTraces = {
  async collect({ database }, { addresses }) {
    const outbox = await database.db
      .selectFrom('outbox')
      .select(['template', 'locale', 'recipient', 'status', 'created_at', 'sent_at'])
      .where('recipient', 'in', addresses)
      .execute();
    return { tables: { outbox } };
  },

  async erase(tx, { addresses, ids }) {
    let rows = 0;
    for (const id of ids) {
      const keys = await tx.deleteFrom('idempotency_keys').where('member_id', '=', id).executeTakeFirst();
      rows += Number(keys.numDeletedRows);
    }
    const mails = await tx.deleteFrom('outbox').where('recipient', 'in', addresses).executeTakeFirst();
    return { rows: rows + Number(mails.numDeletedRows) };
  },
};
