import type { InviterBalance } from '#journeys/registration/server/enquiries.ts';
import { selectHandedOutCodes, listedColumns } from '#journeys/registration/members/codes/handed-out-codes.ts';
import { computeCodeState } from '#journeys/registration/members/codes/code-state.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';

export interface ReadBalanceRequest {
  /** Id of the inviter. */
  readonly inviter: string;
}

/** Maximum codes returned. */
const MAX_CODES = 500;

/** Places and codes of an inviter (B12); `null` for an unknown id. */
export async function readBalance(
  { database: { db }, clock }: MemberPorts,
  { inviter }: ReadBalanceRequest,
): Promise<InviterBalance | null> {
  const balance = await db
    .selectFrom('inviters')
    .select(['issued', 'free', 'pending', 'active'])
    .where('id', '=', inviter)
    .executeTakeFirst();
  if (balance === undefined) return null;
  const rows = await selectHandedOutCodes(db)
    .select([...listedColumns])
    .where('codes.inviter_id', '=', inviter)
    .orderBy('codes.created_at', 'desc')
    .orderBy('codes.code')
    .limit(MAX_CODES)
    .execute();
  const now = getCurrentTimestamp(clock);
  const codes = rows.map((row) => ({ label: row.label, state: computeCodeState(row, now), expiresAt: row.expires_at }));
  return { ...balance, codes };
}
