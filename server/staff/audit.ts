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

export interface AuditQuestion {
  /** Beginning of an action's name, such as `code.`; empty for all. */
  readonly action: string;
  /** An admin's id, `command-line` or `visitor`; empty for all. */
  readonly actor: string;
  readonly offset: number;
  readonly limit: number;
}

/** An entry, with the name of the admin who did it as far as there is one. */
export type NamedAuditRow = AuditRow & { readonly name: string | null };

/** Who did what, the newest first, a page at a time, and the names of all actions that there are. */
export async function searchAudit(
  db: Db,
  { action, actor, offset, limit }: AuditQuestion,
): Promise<{ readonly rows: readonly NamedAuditRow[]; readonly total: number; readonly actions: readonly string[] }> {
  const word = action.toLowerCase().replaceAll(/[^a-z.-]/g, '');
  let all = db.selectFrom('audit_log');
  if (word !== '') all = all.where('audit_log.action', 'like', `${word}%`);
  if (actor !== '') all = all.where('audit_log.actor', '=', actor);
  const rows = await all
    .leftJoin('admins', 'admins.id', 'audit_log.actor')
    .selectAll('audit_log')
    .select('admins.name')
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const actions = await db.selectFrom('audit_log').select('action').distinct().orderBy('action').execute();
  return { rows, total: Number(total), actions: actions.map((row) => row.action) };
}
