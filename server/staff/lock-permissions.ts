import type { Transaction } from '#server/platform/database/open-database.ts';
import { getPermissions, type Permission } from './permissions.ts';
import type { StaffPorts } from './ports.ts';

/**
 * What an admin may do. Until the transaction ends nobody closes the account or changes its group, so that what the transaction creates is
 * found by anyone who does so afterwards. Empty for an account that is disabled or does not exist.
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
