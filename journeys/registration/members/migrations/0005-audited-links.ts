import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Replaces codes in audit entries of generated links by the inviter's id, so that an erasure finds them. */
export const auditedLinks: SchemaMigration = {
  name: '0005-audited-links',
  phase: 'expand',
  async up(db) {
    await sql`
      update audit_log
      set details = '{"link":"' || subject || '"}',
        subject = (select inviter_id from registration_codes where code = audit_log.subject)
      where action = 'link.generate' and details like '{"from":%'`.execute(db);
  },
};
