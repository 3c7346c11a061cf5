import type { MembershipInterestList, QueryMembershipInterestArgs } from '#schemas/generated/graphql/resolvers.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { AdminQuery } from '#server/admin/operation.ts';
import type { Applicant, InterestPorts } from './ports.ts';

export function createInterestQueries({ members }: InterestPorts) {
  const membershipInterest: AdminQuery<Required<QueryMembershipInterestArgs>, MembershipInterestList> = {
    permission: 'invitations',
    topic: memberTopics.interest,
    async answer(question) {
      const { applicants, total } = await members.listInterest(question);
      return { total, applicants: applicants.map(listed) };
    },
  };
  return { membershipInterest };
}

const listed = ({
  id,
  email,
  locale,
  country,
  applied_at,
}: Applicant): MembershipInterestList['applicants'][number] => ({
  id,
  email: maskEmail(email),
  locale,
  country,
  appliedAt: applied_at,
});
