import type { Transaction } from '#server/platform/database/open-database.ts';
import { getPermissions, type Permission } from './permissions.ts';
import type { StaffPorts } from './ports.ts';

/**
 * Permissions of an admin, locked for the transaction: the account cannot be disabled or moved meanwhile, so that a later change also
 * covers what the transaction creates. Empty for a disabled or unknown account.
 */
export async function lockPermissions(
  { database: { engine } }: Pick<StaffPorts, 'database'>,
  tx: Transaction,
  adminId: string,
): Promise<readonly Permission[]> {
  const query = tx
    .selectFrom('admins')
    .select('staff_group')
    .where('id', '=', adminId)
    .where('disabled_at', 'is', null);
  const admin = await (engine === 'postgres' ? query.forShare() : query).executeTakeFirst();
  return admin === undefined ? [] : getPermissions(admin.staff_group);
}
