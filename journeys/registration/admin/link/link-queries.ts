import type { QueryRegistrationLinksArgs, RegistrationLinkList } from '#schemas/generated/graphql/resolvers.ts';
import type { AdminQuery } from '#server/admin/operation.ts';
import type { LinkPorts } from './ports.ts';

export function linkQueries({ members }: LinkPorts) {
  const registrationLinks: AdminQuery<Required<QueryRegistrationLinksArgs>, RegistrationLinkList> = {
    permission: 'links',
    answer: (question, { actor }) => members.listLinks({ ...question, actor }),
  };
  return { registrationLinks };
}
