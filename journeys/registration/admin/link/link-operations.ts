import type { QueryRegistrationLinksArgs, RegistrationLinkList } from '#schemas/generated/graphql/resolvers.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import type { AdminOperations, AdminQuery } from '#server/admin/operation.ts';

/** Links are made by an operation of the journey, which keeps its own keys. */
export function linkOperations(members: Pick<Members, 'listLinks'>): AdminOperations {
  const registrationLinks: AdminQuery<Required<QueryRegistrationLinksArgs>, RegistrationLinkList> = {
    permission: 'links',
    answer: (question, { actor }) => members.listLinks({ ...question, actor }),
  };
  return { Query: { registrationLinks } };
}
