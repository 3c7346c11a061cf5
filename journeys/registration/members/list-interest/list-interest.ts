import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { MembershipInterestTable } from '#journeys/registration/members/tables.ts';

export interface ListInterestRequest {
  /** One application alone; all of them when left out. */
  readonly id?: string;
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

export type Applicant = Pick<MembershipInterestTable, 'id' | 'email' | 'locale' | 'country' | 'applied_at'>;

/** Who asked to become a member and has no answer yet, a page at a time. */
export async function listInterest(
  { database: { db } }: MemberPorts,
  { id, newestFirst, offset, limit }: ListInterestRequest,
): Promise<{ readonly applicants: readonly Applicant[]; readonly total: number }> {
  const every = db.selectFrom('membership_interest');
  const all = id === undefined ? every : every.where('id', '=', id);
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
