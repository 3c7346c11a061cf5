import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addOptionalColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** The append-only audit log. Earlier releases delete and anonymize rows of `audit_log`, so that table remains beside this one until its rows expire. */
export const auditChain: SchemaMigration = {
  name: '0012-audit-chain',
  phase: 'expand',
  async up(db) {
    await create(db, 'audit_entries', (table) =>
      addOptionalColumns(
        addTextColumns(table, 'chain', 'id', 'month', 'at', 'actor', 'action', 'key', 'hash').addColumn(
          'seq',
          'integer',
          (column) => column.notNull(),
        ),
        'network',
        'subject',
        'person',
        'details',
        'sealed',
      ).addPrimaryKeyConstraint('audit_entry', ['chain', 'seq']),
    );
    await index(db, 'audit_entries', 'at');
    await index(db, 'audit_entries', 'person');
    await create(db, 'audit_heads', (table) =>
      addTextColumns(table, 'chain', 'month', 'previous', 'hash', 'last_at', 'closed_at', 'key', 'signature')
        .addColumn('first_seq', 'integer', (column) => column.notNull())
        .addColumn('last_seq', 'integer', (column) => column.notNull())
        .addColumn('entries', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_head', ['chain', 'last_seq']),
    );
    await create(db, 'audit_people', (table) =>
      addTextColumns(addKeyColumn(table, 'person'), 'subject', 'secret', 'created_at').addUniqueConstraint(
        'audit_person',
        ['subject'],
      ),
    );
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await (isPostgres ? forbidOnPostgres(db) : forbidOnSqlite(db));
  },
};

/** Only entries covered by a month's head may be deleted; entries cannot change, and heads stay. */
async function forbidOnSqlite(db: Kysely<unknown>): Promise<void> {
  const refuse = sql.raw(`begin select raise(abort, 'The audit log is append-only.'); end`);
  await sql`create trigger audit_entries_keep before update on audit_entries ${refuse}`.execute(db);
  await sql`create trigger audit_entries_stay before delete on audit_entries
    when not exists (select 1 from audit_heads where chain = old.chain and last_seq >= old.seq) ${refuse}`.execute(db);
  await sql`create trigger audit_heads_keep before update on audit_heads ${refuse}`.execute(db);
  await sql`create trigger audit_heads_stay before delete on audit_heads ${refuse}`.execute(db);
}

async function forbidOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function audit_refuse() returns trigger language plpgsql as $$
    begin raise exception 'The audit log is append-only.'; end $$`.execute(db);
  await sql`create function audit_refuse_open() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from audit_heads where chain = old.chain and last_seq >= old.seq) then return old; end if;
      raise exception 'The audit log is append-only.';
    end $$`.execute(db);
  await sql`create trigger audit_entries_keep before update on audit_entries for each row execute function audit_refuse()`.execute(
    db,
  );
  await sql`create trigger audit_entries_stay before delete on audit_entries for each row execute function audit_refuse_open()`.execute(
    db,
  );
  await sql`create trigger audit_heads_stay before update or delete on audit_heads for each row execute function audit_refuse()`.execute(
    db,
  );
  for (const table of ['audit_entries', 'audit_heads'])
    await sql`create trigger ${sql.ref(`${table}_whole`)} before truncate on ${sql.table(table)} for each statement execute function audit_refuse()`.execute(
      db,
    );
}
