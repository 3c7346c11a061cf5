import type { Kysely } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { readEmail } from '#server/platform/forms/email.ts';

/** Recipient columns of mails and stored responses, for limits and erasure; and the erasures applied to this database. */
export const ownersOfRows: SchemaMigration = {
  name: '0004-privacy',
  phase: 'expand',
  part: 1,
  async up(db) {
    await db.schema.alterTable('outbox').addColumn('recipient_canonical', 'text').execute();
    await db.schema.alterTable('outbox').addColumn('member_id', 'text').execute();
    await index(db, 'outbox', 'recipient_canonical');
    await index(db, 'outbox', 'member_id');
    await nameRecipients(db);
    await db.schema.alterTable('idempotency_keys').addColumn('email_canonical', 'text').execute();
    await index(db, 'idempotency_keys', 'email_canonical');
    await create(db, 'erasures', (table) => addTextColumns(addKeyColumn(table, 'id'), 'erased_at', 'entry'));
  },
};

/** Fills the column for mails of earlier releases. */
async function nameRecipients(db: Kysely<Pick<Tables, 'outbox'>>): Promise<void> {
  const recipients = await db.selectFrom('outbox').select('recipient').distinct().execute();
  for (const { recipient } of recipients)
    await db
      .updateTable('outbox')
      .set({ recipient_canonical: readEmail(recipient)?.canonical ?? recipient })
      .where('recipient', '=', recipient)
      .execute();
}
