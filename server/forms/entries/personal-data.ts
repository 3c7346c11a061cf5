import { sql } from 'kysely';
import { isObject } from '#engine/documents/json.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { toNonEmptyList, type Person, type PersonalDataSource } from '#server/platform/personal-data/traces.ts';

/** Entries of forms in which an answer is an address of the person, in whichever field. */
export const entriesOfPerson: PersonalDataSource = {
  async collect({ database: { db } }, person) {
    const ids = await findEntries(db, person);
    const entries = await db
      .selectFrom('form_entries')
      .select(['form', 'document', 'locale', 'content', 'consents', 'query', 'sent_at', 'delete_at'])
      .where('id', 'in', ids)
      .execute();
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .select(['webhook', 'status', 'created_at', 'sent_at'])
      .where('entry', 'in', ids)
      .execute();
    return { tables: { form_entries: entries, webhook_deliveries: deliveries } };
  },

  async erase(tx, person) {
    const ids = await findEntries(tx, person);
    const deliveries = await tx.deleteFrom('webhook_deliveries').where('entry', 'in', ids).executeTakeFirstOrThrow();
    const entries = await tx.deleteFrom('form_entries').where('id', 'in', ids).executeTakeFirstOrThrow();
    return {
      rows: {
        webhook_deliveries: Number(deliveries.numDeletedRows),
        form_entries: Number(entries.numDeletedRows),
      },
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

/** Ids for a query. The column holds the first address of an entry alone; a form may ask for more than one. */
async function findEntries(db: Db, { addresses }: Person): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('form_entries')
    .select(['id', 'email_canonical', 'content'])
    .where((row) =>
      row.or([
        row('email_canonical', 'in', toNonEmptyList(addresses)),
        ...addresses.map((address) => sql<boolean>`replace(search_text, ${address}, '') <> search_text`),
      ]),
    )
    .execute();
  const isNamed = (address: string | null): boolean => address !== null && addresses.includes(address);
  const found = rows.filter(
    ({ email_canonical, content }) =>
      isNamed(email_canonical) || readTexts(content).some((text) => isNamed(readEmail(text)?.canonical ?? null)),
  );
  return toNonEmptyList(found.map(({ id }) => id));
}

function readTexts(content: string): readonly string[] {
  const answers: unknown = JSON.parse(content);
  return isObject(answers) ? Object.values(answers).filter((answer) => typeof answer === 'string') : [];
}
