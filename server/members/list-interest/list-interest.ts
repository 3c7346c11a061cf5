import type { MemberPorts } from '#server/members/ports.ts';
import type { MembershipInterestTable } from '#server/members/tables.ts';

export interface ListInterestRequest {
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

export type Applicant = Pick<MembershipInterestTable, 'id' | 'email' | 'locale' | 'country' | 'applied_at'>;

/** Who asked to become a member and has no answer yet, a page at a time. */
export async function listInterest(
  { database: { db } }: MemberPorts,
  { newestFirst, offset, limit }: ListInterestRequest,
): Promise<{ readonly applicants: readonly Applicant[]; readonly total: number }> {
  const all = db.selectFrom('membership_interest');
  const applicants = await all
    .select(['id', 'email', 'locale', 'country', 'applied_at'])
    .orderBy('applied_at', newestFirst ? 'desc' : 'asc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { applicants, total: Number(total) };
}
