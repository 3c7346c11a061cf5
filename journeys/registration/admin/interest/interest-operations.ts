import type {
  AnswerInterestOutcome,
  MembershipInterestList,
  MutationAcceptInterestArgs,
  QueryMembershipInterestArgs,
} from '#schemas/generated/graphql/resolvers.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { AdminMutation, AdminOperations, AdminQuery } from '#server/admin/operation.ts';

export function interestOperations(members: Pick<Members, 'listInterest' | 'answerInterest'>): AdminOperations {
  const membershipInterest: AdminQuery<Required<QueryMembershipInterestArgs>, MembershipInterestList> = {
    permission: 'invitations',
    topic: memberTopics.interest,
    async answer(question) {
      const { applicants, total } = await members.listInterest(question);
      return { total, applicants: applicants.map(listed) };
    },
  };
  const answer = (kind: 'accept' | 'decline'): AdminMutation<MutationAcceptInterestArgs, AnswerInterestOutcome> => ({
    permission: 'invitations',
    requiresReauth: true,
    idempotentOutcomes: ['ACCEPTED', 'DECLINED'],
    async run({ id }, { actor }) {
      const { outcome } = await members.answerInterest({ id, answer: kind, actor });
      return { code: toErrorCode(outcome) };
    },
  });
  return {
    Query: { membershipInterest },
    Mutation: { acceptInterest: answer('accept'), declineInterest: answer('decline') },
  };
}

type Applied = Awaited<ReturnType<Members['listInterest']>>['applicants'][number];

const listed = ({ id, email, locale, country, applied_at }: Applied): MembershipInterestList['applicants'][number] => ({
  id,
  email: maskEmail(email),
  locale,
  country,
  appliedAt: applied_at,
});
