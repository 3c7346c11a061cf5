import type { Db } from '#server/platform/database/open-database.ts';
import { toNonEmptyList, type Person, type PersonalDataSource } from '#server/platform/personal-data/traces.ts';

/** Entries of forms that name an address of the person. */
export const entriesOfPerson: PersonalDataSource = {
  async collect({ database: { db } }, person) {
    const entries = await entriesOf(db, person)
      .select(['form', 'document', 'locale', 'content', 'consents', 'query', 'sent_at', 'delete_at'])
      .execute();
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .select(['webhook', 'status', 'created_at', 'sent_at'])
      .where('entry', 'in', entriesOf(db, person).select('id'))
      .execute();
    return { tables: { form_entries: entries, webhook_deliveries: deliveries } };
  },

  async erase(tx, person) {
    const entries = entriesOf(tx, person).select('id');
    const deliveries = await tx
      .deleteFrom('webhook_deliveries')
      .where('entry', 'in', entries)
      .executeTakeFirstOrThrow();
    const { numDeletedRows } = await tx
      .deleteFrom('form_entries')
      .where('email_canonical', 'in', toNonEmptyList(person.addresses))
      .executeTakeFirstOrThrow();
    return {
      rows: { webhook_deliveries: Number(deliveries.numDeletedRows), form_entries: Number(numDeletedRows) },
    };
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
  db.selectFrom('form_entries').where('email_canonical', 'in', toNonEmptyList(person.addresses));
