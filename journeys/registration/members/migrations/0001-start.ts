import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import {
  create,
  index,
  addIntegerColumns,
  addKeyColumn,
  addOptionalColumns,
  addTextColumns,
  addEnumColumn,
  type Schema,
  type Table,
} from '#server/platform/database/schema.ts';

/** Initial tables of the membership. */
export const membershipTables: SchemaMigration = {
  name: '0001-start',
  phase: 'expand',
  part: 1,
  async up(db) {
    await inviting(db);
    await membership(db);
    await requests(db);
  },
};

async function inviting(db: Schema): Promise<void> {
  await create(db, 'inviters', (table) => {
    const named = addEnumColumn(
      addEnumColumn(addKeyColumn(table, 'id'), 'kind', ['member', 'house', 'invitation']),
      'state',
      ['active', 'blocked'],
    );
    return addTextColumns(
      addIntegerColumns(
        addOptionalColumns(named, 'first_name', 'email_canonical'),
        'issued',
        'free',
        'pending',
        'active',
      ),
      'created_at',
    )
      .addCheckConstraint('balance_adds_up', sql`issued = free + pending + active`)
      .addCheckConstraint('balance_not_negative', sql`free >= 0 and pending >= 0 and active >= 0`);
  });
  await create(db, 'registration_codes', (table) => {
    const named = addEnumColumn(
      addEnumColumn(addTextColumns(addKeyColumn(table, 'code'), 'label'), 'kind', ['access', 'generated']),
      'state',
      ['active', 'blocked'],
    );
    return addTextColumns(
      addOptionalColumns(
        addEnumColumn(addTextColumns(named, 'inviter_id'), 'referrer_ban', ['none', 'listed', 'always']),
        'landing',
        'expires_at',
      ),
      'created_at',
    ).addForeignKeyConstraint('code_inviter', ['inviter_id'], 'inviters', ['id']);
  });
  await create(db, 'generated_links', (table) =>
    addTextColumns(
      addKeyColumn(table, 'code'),
      'base_code',
      'created_by',
      'created_at',
      'expires_at',
    ).addForeignKeyConstraint('link_code', ['code'], 'registration_codes', ['code'], (constraint) =>
      constraint.onDelete('cascade'),
    ),
  );
  await index(db, 'registration_codes', 'inviter_id');
  await index(db, 'inviters', 'email_canonical');
}

async function membership(db: Schema): Promise<void> {
  const ofMember = (table: Table, name: string): Table =>
    table.addForeignKeyConstraint(name, ['member_id'], 'members', ['id'], (constraint) =>
      constraint.onDelete('cascade'),
    );

  await create(db, 'members', (table) => {
    const state = addEnumColumn(addKeyColumn(table, 'id'), 'state', ['pending', 'active']);
    const person = addEnumColumn(
      addTextColumns(state, 'email', 'email_canonical', 'first_name', 'last_name', 'locale', 'country'),
      'gender',
      ['woman', 'man'],
    );
    return addOptionalColumns(
      addTextColumns(person, 'code', 'inviter_id', 'registered_at', 'pending_until'),
      'voucher_variant',
      'preferences',
      'activated_at',
    )
      .addUniqueConstraint('member_email', ['email_canonical'])
      .addForeignKeyConstraint('member_inviter', ['inviter_id'], 'inviters', ['id']);
  });
  await index(db, 'members', 'state', 'pending_until');
  await create(db, 'activation_tokens', (table) =>
    addOptionalColumns(
      addTextColumns(addKeyColumn(table, 'token_hash'), 'email_canonical', 'created_at', 'expires_at'),
      'member_id',
      'used_at',
      'replaced_at',
    ).addForeignKeyConstraint('token_member', ['member_id'], 'members', ['id'], (constraint) =>
      constraint.onDelete('set null'),
    ),
  );
  await index(db, 'activation_tokens', 'member_id');
  await create(db, 'activation_attempts', (table) =>
    addEnumColumn(addTextColumns(addOptionalColumns(addKeyColumn(table, 'id'), 'member_id'), 'at'), 'outcome', [
      'active',
      'already-active',
      'pending',
      'failed',
      'not-found',
    ]),
  );
  await create(db, 'newsletter_consents', (table) =>
    ofMember(
      addOptionalColumns(
        addTextColumns(
          addKeyColumn(table, 'id'),
          'member_id',
          'email_canonical',
          'text',
          'version',
          'locale',
          'given_at',
        ),
        'confirmed_at',
      ),
      'newsletter_member',
    ),
  );
  await index(db, 'newsletter_consents', 'member_id');
  await create(db, 'policy_acceptances', (table) =>
    ofMember(
      addTextColumns(
        addEnumColumn(addTextColumns(addKeyColumn(table, 'id'), 'member_id'), 'policy', ['terms', 'privacy']),
        'version',
        'country',
        'locale',
        'accepted_at',
      ),
      'policy_member',
    ),
  );
  await index(db, 'policy_acceptances', 'member_id');
  await create(db, 'vouchers', (table) =>
    ofMember(
      addOptionalColumns(
        addIntegerColumns(
          addTextColumns(addKeyColumn(table, 'id'), 'member_id', 'variant', 'code', 'issued_at', 'valid_until'),
          'percent',
        ),
        'currency',
      )
        .addColumn('minimum_order', 'integer')
        .addUniqueConstraint('voucher_per_member', ['member_id', 'variant'])
        .addUniqueConstraint('voucher_code', ['code']),
      'voucher_member',
    ),
  );
}

async function requests(db: Schema): Promise<void> {
  await create(db, 'registration_drafts', (table) =>
    addOptionalColumns(
      addTextColumns(addKeyColumn(table, 'session_hash'), 'content', 'updated_at', 'expires_at'),
      'email_canonical',
    ),
  );
  await create(db, 'waiting_list', (table) =>
    addOptionalColumns(
      addEnumColumn(
        addTextColumns(addKeyColumn(table, 'id'), 'email', 'email_canonical', 'locale', 'joined_at'),
        'state',
        ['joined', 'invited'],
      ),
      'country',
      'invited_at',
      'invitation_code',
    ).addUniqueConstraint('waiting_email', ['email_canonical']),
  );
  await index(db, 'waiting_list', 'state', 'joined_at');
  await create(db, 'membership_interest', (table) =>
    addOptionalColumns(
      addTextColumns(addKeyColumn(table, 'id'), 'email', 'email_canonical', 'locale', 'applied_at'),
      'country',
    ).addUniqueConstraint('interest_email', ['email_canonical']),
  );
}
