import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { computeSignature, isSigned } from '#server/platform/tokens/signature.ts';
import { audit } from './audit/append.ts';
import { getPermissions, type Permission } from './permissions.ts';
import type { StaffPorts } from './ports.ts';

/** Below the base path; followed by the token and the language with `.ics`. */
export const CALENDAR_FEED_PATH = '/do/calendar';

/** Context of the token signature. */
const CONTEXT = 'calendar';
/** Length of an id; the rest of a token is its signature. */
const ID = 22;

const toToken = ({ secrets }: StaffPorts, id: string): string => id + computeSignature(secrets.link[0], CONTEXT, id);

/** Issues the token of the address at which calendar applications read the calendar for a user; a previous one becomes invalid. */
export function issueCalendarFeed(ports: StaffPorts, adminId: string): Promise<string> {
  const row = { id: createId(ports.random), created_at: getCurrentTimestamp(ports.clock) };
  return withTransaction(ports.database, async (tx) => {
    await tx
      .insertInto('calendar_feeds')
      .values({ admin_id: adminId, ...row })
      .onConflict((known) => known.column('admin_id').doUpdateSet(row))
      .execute();
    await audit(tx, ports, { actor: adminId, action: 'calendar.subscribe', subject: adminId });
    return toToken(ports, row.id);
  });
}

/** @returns whether the user had one */
export function revokeCalendarFeed(ports: StaffPorts, adminId: string): Promise<boolean> {
  return withTransaction(ports.database, async (tx) => {
    const gone = await tx.deleteFrom('calendar_feeds').where('admin_id', '=', adminId).executeTakeFirst();
    if (gone.numDeletedRows === 0n) return false;
    await audit(tx, ports, { actor: adminId, action: 'calendar.unsubscribe', subject: adminId });
    return true;
  });
}

/** The valid token of a user. */
export async function findCalendarFeed(ports: StaffPorts, adminId: string): Promise<string | null> {
  const { db } = ports.database;
  const row = await db.selectFrom('calendar_feeds').select('id').where('admin_id', '=', adminId).executeTakeFirst();
  return row === undefined ? null : toToken(ports, row.id);
}

/** Permissions of the user whose token it is; `null` when it is unknown or was revoked, or the account is disabled. */
export async function openCalendarFeed(ports: StaffPorts, token: string): Promise<readonly Permission[] | null> {
  const id = token.slice(0, ID);
  if (!isSigned(ports.secrets.link, CONTEXT, id, token.slice(ID))) return null;
  const row = await ports.database.db
    .selectFrom('calendar_feeds')
    .innerJoin('admins', 'admins.id', 'calendar_feeds.admin_id')
    .select('staff_group')
    .where('calendar_feeds.id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : getPermissions(row.staff_group);
}
