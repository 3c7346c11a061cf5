import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { create, index, key, optional, text } from '#server/platform/database/schema.ts';

/** The audit log in the first shape of the database. */
export const auditTable: SchemaPart = {
  name: '0001-start',
  phase: 'expand',
  part: 3,
  async up(db) {
    await create(db, 'audit_log', (table) =>
      optional(text(key(table, 'id'), 'at', 'actor', 'action'), 'subject', 'details'),
    );
    await index(db, 'audit_log', 'at');
  },
};

/** Accounts of admins in the first shape of the database. */
export const adminTable: SchemaPart = {
  name: '0001-start',
  phase: 'expand',
  part: 5,
  async up(db) {
    await create(db, 'admins', (table) =>
      optional(
        text(key(table, 'id'), 'email', 'email_canonical', 'name', 'created_at'),
        'password_hash',
        'oidc_subject',
        'disabled_at',
      ).addUniqueConstraint('admin_email', ['email_canonical']),
    );
  },
};
