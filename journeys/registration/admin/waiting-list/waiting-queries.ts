import type { QueryWaitingListArgs, WaitingList } from '#schemas/generated/graphql/resolvers.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { AdminQuery } from '#server/admin/operation.ts';
import type { FoundWaiting, WaitingListPorts } from './ports.ts';

const states = { JOINED: 'joined', INVITED: 'invited' } as const;

export function createWaitingQueries({ members }: WaitingListPorts) {
  const waitingList: AdminQuery<Required<QueryWaitingListArgs>, WaitingList> = {
    permission: 'invitations',
    topic: memberTopics.waitingList,
    async answer({ state, ...question }) {
      const { waiting, ...list } = await members.listWaiting({ ...question, state: states[state] });
      return { ...list, entries: waiting.map(listed) };
    },
  };
  return { waitingList };
}

const listed = ({
  id,
  email,
  locale,
  country,
  ...entry
}: FoundWaiting['waiting'][number]): WaitingList['entries'][number] => ({
  id,
  email: maskEmail(email),
  locale,
  country,
  joinedAt: entry.joined_at,
  invitedAt: entry.invited_at,
});
