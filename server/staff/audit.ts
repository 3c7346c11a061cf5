import type { Selectable } from 'kysely';
import type { AuditLogTable } from '#server/staff/tables.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import type { AuditEntry, PlatformPorts } from '#server/platform/platform-ports.ts';
import { newId } from '#server/platform/tokens/random.ts';

/** Somebody sent a wrong password; the subject is the admin whose address was given, if there is one. */
export const failedSignIn = 'admin.sign-in-failed';

/** Notes who did what, see `Audit`. */
export async function audit(db: Db, ports: Pick<PlatformPorts, 'clock' | 'random'>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(ports.random),
      at: timestampOf(ports.clock),
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject ?? null,
      details: entry.details ? JSON.stringify(entry.details) : null,
    })
    .execute();
}

export type AuditRow = Selectable<AuditLogTable>;

/** The newest entries first. */
export const readAudit = (db: Db, limit: number): Promise<readonly AuditRow[]> =>
  db.selectFrom('audit_log').selectAll().orderBy('at', 'desc').limit(limit).execute();
