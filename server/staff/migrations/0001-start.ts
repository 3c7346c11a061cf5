import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addOptionalColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Initial table of the audit log. */
export const auditTable: SchemaMigration = {
  name: '0001-start',
  phase: 'expand',
  part: 3,
  async up(db) {
    await create(db, 'audit_log', (table) =>
      addOptionalColumns(addTextColumns(addKeyColumn(table, 'id'), 'at', 'actor', 'action'), 'subject', 'details'),
    );
    await index(db, 'audit_log', 'at');
  },
};

/** Initial table of admin accounts. */
export const adminTable: SchemaMigration = {
  name: '0001-start',
  phase: 'expand',
  part: 5,
  async up(db) {
    await create(db, 'admins', (table) =>
      addOptionalColumns(
        addTextColumns(addKeyColumn(table, 'id'), 'email', 'email_canonical', 'name', 'created_at'),
        'password_hash',
        'oidc_subject',
        'disabled_at',
      ).addUniqueConstraint('admin_email', ['email_canonical']),
    );
  },
};
