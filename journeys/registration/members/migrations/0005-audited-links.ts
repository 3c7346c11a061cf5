import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/**
 * An earlier release noted generated links by the code that they were made from, where no erasure found it. They are known by the
 * inviter now, as everything about codes is.
 */
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
