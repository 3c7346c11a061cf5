import type {
  AnswerInterestOutcome,
  MembershipInterestList,
  MutationAcceptInterestArgs,
  QueryMembershipInterestArgs,
} from '#schemas/generated/graphql/resolvers.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { topics } from '#server/platform/events/announcements.ts';
import { codeOf } from '#server/platform/code-of.ts';
import { masked } from '#server/admin/list.ts';
import type { RoomMutation, RoomOperations, RoomQuery } from '#server/admin/operation.ts';

export function interestOperations(members: Pick<Members, 'listInterest' | 'answerInterest'>): RoomOperations {
  const membershipInterest: RoomQuery<Required<QueryMembershipInterestArgs>, MembershipInterestList> = {
    permission: 'invitations',
    moves: topics.interest,
    async answer(question) {
      const { applicants, total } = await members.listInterest(question);
      return { total, applicants: applicants.map(listed) };
    },
  };
  const answer = (kind: 'accept' | 'decline'): RoomMutation<MutationAcceptInterestArgs, AnswerInterestOutcome> => ({
    permission: 'invitations',
    isFinal: true,
    lasting: ['ACCEPTED', 'DECLINED'],
    async run({ id }, { actor }) {
      const { outcome } = await members.answerInterest({ id, answer: kind, actor });
      return { code: codeOf(outcome) };
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
  email: masked(email),
  locale,
  country,
  appliedAt: applied_at,
});
