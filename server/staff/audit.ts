import type { Db } from '#server/platform/database/open-database.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import type { Ports } from '#server/platform/ports.ts';
import { newId } from '#server/platform/tokens/random.ts';

export interface AuditEntry {
  /** An admin's id, `member:<id>` or `system`. */
  readonly actor: string;
  readonly action: string;
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Notes who did what; give the transaction of the deed as `db`, so that one is never there without the other. */
export async function audit(db: Db, ports: Pick<Ports, 'clock' | 'random'>, entry: AuditEntry): Promise<void> {
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

/** The newest entries first. */
export const readAudit = (db: Db, limit: number) =>
  db.selectFrom('audit_log').selectAll().orderBy('at', 'desc').limit(limit).execute();
