import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';

export interface FindInviterRequest {
  /** Any code of the inviter, as entered. */
  readonly code: string;
}

/** Id of a code's inviter; `null` for an unknown code, and for an invitation, which has no inviter. */
export async function findInviter({ database }: MemberPorts, { code }: FindInviterRequest): Promise<string | null> {
  const row = await database.db
    .selectFrom('registration_codes as codes')
    .innerJoin('inviters', 'inviters.id', 'codes.inviter_id')
    .select('inviters.id')
    .where('codes.code', '=', toCanonicalCode(code) ?? '')
    .where('inviters.kind', '!=', 'invitation')
    .executeTakeFirst();
  return row?.id ?? null;
}
