import type { Db } from '#server/platform/database/open-database.ts';
import { toNonEmptyList, type Person, type PersonalDataSource } from './personal-data-source.ts';

/** Mails to a person or about their account, and stored responses. */
export const platformPersonalData: PersonalDataSource = {
  async collect({ database: { db } }, person) {
    const outbox = await selectMails(db, person)
      .select(['template', 'locale', 'recipient', 'status', 'created_at', 'sent_at', 'last_error'])
      .execute();
    const answers = await db
      .selectFrom('idempotency_keys')
      .select(['created_at', 'expires_at'])
      .where((row) =>
        row.or([
          row('email_canonical', 'in', toNonEmptyList(person.addresses)),
          row('member_id', 'in', toNonEmptyList(person.ids)),
        ]),
      )
      .execute();
    return { tables: { outbox, idempotency_keys: answers } };
  },

  async erase(tx, person) {
    const answers = await tx
      .deleteFrom('idempotency_keys')
      .where((row) =>
        row.or([
          row('email_canonical', 'in', toNonEmptyList(person.addresses)),
          row('member_id', 'in', toNonEmptyList(person.ids)),
        ]),
      )
      .executeTakeFirst();
    const mails = await selectMails(tx, person).select('id').execute();
    if (mails.length > 0)
      await tx
        .deleteFrom('outbox')
        .where(
          'id',
          'in',
          mails.map(({ id }) => id),
        )
        .execute();
    return { rows: { idempotency_keys: Number(answers.numDeletedRows), outbox: mails.length } };
  },

  async listPersons(db) {
    const mails = await db.selectFrom('outbox').select(['recipient_canonical', 'member_id']).distinct().execute();
    const answers = await db
      .selectFrom('idempotency_keys')
      .select(['email_canonical', 'member_id'])
      .distinct()
      .execute();
    return {
      addresses: [...mails.map((row) => row.recipient_canonical), ...answers.map((row) => row.email_canonical)].filter(
        (address) => address !== null,
      ),
      ids: [...mails, ...answers].map((row) => row.member_id).filter((id) => id !== null),
    };
  },
};

/** Rows of earlier releases contain the recipient only as entered. */
const selectMails = (db: Db, person: Person) =>
  db
    .selectFrom('outbox')
    .where((row) =>
      row.or([
        row('recipient_canonical', 'in', toNonEmptyList(person.addresses)),
        row('recipient', 'in', toNonEmptyList(person.spellings)),
        row('member_id', 'in', toNonEmptyList(person.ids)),
      ]),
    );
