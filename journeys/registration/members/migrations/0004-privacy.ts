import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addTextColumns } from '#server/platform/database/schema.ts';

/** Earlier addresses of accounts, and shadow registrations, see `MembersTable`. */
export const earlierAddresses: SchemaMigration = {
  name: '0004-privacy',
  phase: 'expand',
  part: 2,
  async up(db) {
    await create(db, 'earlier_addresses', (table) =>
      addTextColumns(table, 'member_id', 'email_canonical', 'left_at')
        .addPrimaryKeyConstraint('earlier_address', ['member_id', 'email_canonical'])
        .addForeignKeyConstraint('earlier_address_member', ['member_id'], 'members', ['id'], (constraint) =>
          constraint.onDelete('cascade'),
        ),
    );
    await index(db, 'earlier_addresses', 'email_canonical');
    await db.schema.alterTable('members').addColumn('shadow_of', 'text').execute();
    await index(db, 'members', 'shadow_of');
  },
};
