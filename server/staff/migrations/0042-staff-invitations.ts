import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** Pending invitations of colleagues, with the hash of the link's token. */
export const staffInvitations: SchemaMigration = {
  name: '0042-staff-invitations',
  phase: 'expand',
  async up(db) {
    await create(db, 'staff_invitations', (table) =>
      addTextColumns(
        addKeyColumn(table, 'id'),
        'email',
        'email_canonical',
        'staff_group',
        'locale',
        'token_hash',
        'invited_by',
        'created_at',
        'expires_at',
      )
        .addUniqueConstraint('staff_invitations_by_email', ['email_canonical'])
        .addUniqueConstraint('staff_invitations_by_token', ['token_hash']),
    );
    await index(db, 'staff_invitations', 'expires_at');
  },
};
