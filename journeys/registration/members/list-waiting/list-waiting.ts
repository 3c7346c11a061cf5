import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { WaitingListTable } from '#journeys/registration/members/tables.ts';

export interface ListWaitingRequest {
  readonly state: WaitingListTable['state'];
  /** The longest-waiting first, or the newest. */
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

export type Waiting = Pick<WaitingListTable, 'id' | 'email' | 'locale' | 'country' | 'joined_at' | 'invited_at'>;

/** Who waits, or was invited, a page at a time. */
export async function listWaiting(
  { database: { db } }: MemberPorts,
  { state, newestFirst, offset, limit }: ListWaitingRequest,
): Promise<{ readonly waiting: readonly Waiting[]; readonly total: number; readonly longest: string | null }> {
  const all = db.selectFrom('waiting_list').where('state', '=', state);
  const waiting = await all
    .select(['id', 'email', 'locale', 'country', 'joined_at', 'invited_at'])
    .orderBy('joined_at', newestFirst ? 'desc' : 'asc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total, longest } = await all
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min<string | null>('joined_at').as('longest')])
    .executeTakeFirstOrThrow();
  return { waiting, total: Number(total), longest };
}
