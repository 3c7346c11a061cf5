import type { QueryWaitingListArgs, WaitingList } from '#schemas/generated/graphql/resolvers.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { AdminOperations, AdminQuery } from '#server/admin/operation.ts';

const states = { JOINED: 'joined', INVITED: 'invited' } as const;

/** Invitations are released by an operation of the journey, which keeps its own keys. */
export function waitingOperations(members: Pick<Members, 'listWaiting'>): AdminOperations {
  const waitingList: AdminQuery<Required<QueryWaitingListArgs>, WaitingList> = {
    permission: 'invitations',
    topic: memberTopics.waitingList,
    async answer({ state, ...question }) {
      const { waiting, ...list } = await members.listWaiting({ ...question, state: states[state] });
      return { ...list, entries: waiting.map(listed) };
    },
  };
  return { Query: { waitingList } };
}

type Waiting = Awaited<ReturnType<Members['listWaiting']>>['waiting'][number];

const listed = ({ id, email, locale, country, ...entry }: Waiting): WaitingList['entries'][number] => ({
  id,
  email: maskEmail(email),
  locale,
  country,
  joinedAt: entry.joined_at,
  invitedAt: entry.invited_at,
});
