import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import type { CodePorts } from '#journeys/registration/members/ports.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';

export interface ChangeBalanceRequest {
  /** As entered. */
  readonly code: string;
  /** Total places, including taken and reserved ones. */
  readonly places: number;
  /** Recorded in the audit log. */
  readonly reason: string;
  /** Actor, see `AuditEntry`. */
  readonly actor: string;
}

export type ChangeBalanceResult =
  | { readonly outcome: 'changed'; readonly before: number; readonly free: number }
  | { readonly outcome: 'too-few'; /** Taken or reserved places. */ readonly least: number }
  | { readonly outcome: 'invalid-places'; readonly most: number }
  | { readonly outcome: 'unknown' };

const MAX_PLACES = 10_000_000;

/** Changes the number of places of a code's inviter, at least to those in use; all codes of the inviter share them. */
export async function changeBalance(ports: CodePorts, request: ChangeBalanceRequest): Promise<ChangeBalanceResult> {
  const { places, reason, actor } = request;
  if (!Number.isInteger(places) || places < 1 || places > MAX_PLACES)
    return { outcome: 'invalid-places', most: MAX_PLACES };
  const answer = await withTransaction<ChangeBalanceResult>(ports.database, async (tx) => {
    const inviter = await tx
      .selectFrom('inviters')
      .innerJoin('registration_codes as codes', 'codes.inviter_id', 'inviters.id')
      .select(['inviters.id', 'inviters.issued', 'inviters.pending', 'inviters.active'])
      .where('codes.code', '=', toCanonicalCode(request.code) ?? '')
      .where('inviters.kind', '!=', 'invitation')
      .executeTakeFirst();
    if (inviter === undefined) return { outcome: 'unknown' };
    // Conditional update, because guests register concurrently.
    const changed = await tx
      .updateTable('inviters')
      .set(({ eb, ref, val }) => ({
        issued: places,
        free: eb(eb(val(places), '-', ref('pending')), '-', ref('active')),
      }))
      .where('id', '=', inviter.id)
      .where(({ eb }) => eb(eb('pending', '+', eb.ref('active')), '<=', places))
      .returning(['free'])
      .executeTakeFirst();
    if (changed === undefined) return { outcome: 'too-few', least: inviter.pending + inviter.active };
    await ports.audit(tx, {
      actor,
      action: 'code.balance',
      person: inviter.id,
      before: { places: inviter.issued },
      after: { places },
      details: { reason },
    });
    return { outcome: 'changed', before: inviter.issued, free: changed.free };
  });
  if (answer.outcome === 'changed') await ports.codes.changed();
  return answer;
}
