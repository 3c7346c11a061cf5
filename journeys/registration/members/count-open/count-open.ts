import type { MemberPorts } from '#journeys/registration/members/ports.ts';

interface OpenRequests {
  /** People on the waiting list. */
  readonly waiting: number;
  /** Unanswered applications. */
  readonly interest: number;
}

export interface CountOpenRequest {
  /** Counting limit, which bounds the cost. */
  readonly max: number;
}

/** Counts pending items in one statement. */
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
