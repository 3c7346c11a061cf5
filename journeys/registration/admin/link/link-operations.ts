import type { QueryRegistrationLinksArgs, RegistrationLinkList } from '#schemas/generated/graphql/resolvers.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import type { RoomOperations, RoomQuery } from '#server/admin/operation.ts';

/** Links are made by an operation of the journey, which keeps its own keys. */
export function linkOperations(members: Pick<Members, 'listLinks'>): RoomOperations {
  const registrationLinks: RoomQuery<Required<QueryRegistrationLinksArgs>, RegistrationLinkList> = {
    permission: 'links',
    answer: (question, { actor }) => members.listLinks({ ...question, actor }),
  };
  return { Query: { registrationLinks } };
}
