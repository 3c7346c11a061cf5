import type { Purged } from '#server/platform/database/retention.ts';
import type { Staff } from '#server/staff/index.ts';
import type { RunningSystemStatus } from './system-status.ts';

/** Exports exposures; the dashboard reports a failure until an export succeeds. */
export async function exportNoted(
  work: (() => Promise<number>) | null,
  { exported }: RunningSystemStatus,
): Promise<number | null> {
  if (work === null) return null;
  try {
    const count = await work();
    exported(null);
    return count;
  } catch (error) {
    exported(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

export async function dropAuditMonths(staff: Staff): Promise<Purged> {
  try {
    const dropped = await staff.dropOldMonths();
    return { deleted: dropped === 0 ? {} : { audit_entries: dropped }, failed: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { deleted: {}, failed: [{ table: 'audit_entries', reason }] };
  }
}
