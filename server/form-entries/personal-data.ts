import type { Db } from '#server/platform/database/open-database.ts';
import { listed, type Person, type PersonalDataSource } from '#server/platform/personal-data/traces.ts';

/** Entries of forms that name an address of the person. */
export const entriesOfPerson: PersonalDataSource = {
  async collect({ database: { db } }, person) {
    const entries = await entriesOf(db, person)
      .select(['form', 'document', 'locale', 'content', 'consents', 'query', 'sent_at', 'delete_at'])
      .execute();
    return { tables: { form_entries: entries } };
  },

  async erase(tx, person) {
    const { numDeletedRows } = await tx
      .deleteFrom('form_entries')
      .where('email_canonical', 'in', listed(person.addresses))
      .executeTakeFirstOrThrow();
    return { rows: { form_entries: Number(numDeletedRows) } };
  },

  async everybody(db) {
    const rows = await db
      .selectFrom('form_entries')
      .select('email_canonical')
      .where('email_canonical', 'is not', null)
      .distinct()
      .execute();
    return { addresses: rows.map((row) => row.email_canonical).filter((address) => address !== null), ids: [] };
  },
};

const entriesOf = (db: Db, person: Person) =>
  db.selectFrom('form_entries').where('email_canonical', 'in', listed(person.addresses));
