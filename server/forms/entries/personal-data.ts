import { sql } from 'kysely';
import { isObject } from '#engine/documents/json.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Person, PersonalDataSource } from '#server/platform/personal-data/personal-data-source.ts';
import type { FormEntriesTable } from './tables.ts';

/** Rows per read and ids per query: databases limit the number of parameters. */
const BATCH = 500;

/** Entries with the person's address as the answer to any field. */
export const entriesOfPerson: PersonalDataSource = {
  async collect({ database: { db } }, person) {
    const [entries, deliveries]: [object[], object[]] = [[], []];
    for await (const ids of findEntries(db, person)) {
      entries.push(
        ...(await db
          .selectFrom('form_entries')
          .select([
            'form',
            'document',
            'locale',
            'content',
            'consents',
            'query',
            'sent_at',
            'confirmed_at',
            'delete_at',
          ])
          .where('id', 'in', ids)
          .execute()),
      );
      deliveries.push(
        ...(await db
          .selectFrom('webhook_deliveries')
          .select(['webhook', 'status', 'created_at', 'sent_at'])
          .where('entry', 'in', ids)
          .execute()),
      );
    }
    return { tables: { form_entries: entries, webhook_deliveries: deliveries } };
  },

  async erase(tx, person) {
    const rows = { outbox: 0, webhook_deliveries: 0, form_entries: 0 };
    for await (const ids of findEntries(tx, person)) {
      // Mails to the team hold all answers until they are sent.
      const mails = await tx.deleteFrom('outbox').where('member_id', 'in', ids).executeTakeFirstOrThrow();
      const deliveries = await tx.deleteFrom('webhook_deliveries').where('entry', 'in', ids).executeTakeFirstOrThrow();
      const entries = await tx.deleteFrom('form_entries').where('id', 'in', ids).executeTakeFirstOrThrow();
      rows.outbox += Number(mails.numDeletedRows);
      rows.webhook_deliveries += Number(deliveries.numDeletedRows);
      rows.form_entries += Number(entries.numDeletedRows);
    }
    return { rows };
  },

  async listPersons(db) {
    const addresses = new Set<string>();
    for await (const entries of readEntries(db)) for (const each of entries.flatMap(readAddresses)) addresses.add(each);
    return { addresses: [...addresses], ids: [] };
  },
};

/** Ids of the person's entries. The column holds only the first address of an entry; a form may ask for several. */
async function* findEntries(db: Db, { addresses }: Person): AsyncGenerator<readonly string[]> {
  // Answers hold the domain as entered, addresses in ASCII.
  const locals = addresses.map((address) => address.slice(0, address.lastIndexOf('@') + 1));
  for await (const entries of readEntries(db, locals)) {
    const found = entries.filter((entry) => readAddresses(entry).some((address) => addresses.includes(address)));
    if (found.length > 0) yield found.map(({ id }) => id);
  }
}

type ReadEntry = Pick<FormEntriesTable, 'id' | 'content'>;

/** @param texts entries that contain one of them in lower case; default: all */
async function* readEntries(db: Db, texts?: readonly string[]): AsyncGenerator<readonly ReadEntry[]> {
  for (let [last, count] = ['', BATCH]; count === BATCH;) {
    const entries: readonly ReadEntry[] = await db
      .selectFrom('form_entries')
      .select(['id', 'content'])
      .where('id', '>', last)
      .$if(texts !== undefined, (query) =>
        query.where((row) =>
          row.or((texts ?? []).map((text) => sql<boolean>`replace(search_text, ${text}, '') <> search_text`)),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute();
    [last, count] = [entries.at(-1)?.id ?? '', entries.length];
    yield entries;
  }
}

/** Canonical addresses in the answers. */
function readAddresses({ content }: ReadEntry): readonly string[] {
  const answers: unknown = JSON.parse(content);
  return Object.values(isObject(answers) ? answers : {}).flatMap((answer) =>
    typeof answer === 'string' ? (readEmail(answer)?.canonical ?? []) : [],
  );
}
