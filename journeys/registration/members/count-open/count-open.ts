import type { MemberPorts } from '#journeys/registration/members/ports.ts';

interface OpenRequests {
  /** People on the waiting list. */
  readonly waiting: number;
  /** Applications without an answer. */
  readonly interest: number;
}

export interface CountOpenRequest {
  /** No list is counted further, so that looking costs the same however long it is. */
  readonly max: number;
}

/** How many wait for the staff, in one statement. */
export async function countOpen(
  { database: { db } }: MemberPorts,
  { max: most }: CountOpenRequest,
): Promise<OpenRequests> {
  const { waiting, interest } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom(selectFrom('waiting_list').select('id').where('state', '=', 'joined').limit(most).as('some'))
        .select(fn.countAll<number>().as('count'))
        .as('waiting'),
      selectFrom(selectFrom('membership_interest').select('id').limit(most).as('some'))
        .select(fn.countAll<number>().as('count'))
        .as('interest'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), interest: Number(interest) };
}
