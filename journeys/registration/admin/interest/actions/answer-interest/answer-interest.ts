import type { AnswerInterestOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { type DeclaredAction, defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { Preview } from '#server/admin/preview.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { type AnswerKind, describeLanguages, buildLetterSections } from '../../letters.ts';
import { type Applicant, type InterestPorts, PAGE } from '../../ports.ts';

type Answer = Awaited<ReturnType<InterestPorts['members']['answerInterest']>>;

/** Answers an application with an invitation or with thanks. */
export function answerInterest(ports: InterestPorts): DeclaredAction {
  const [accept, decline] = [createAnswer(ports, 'accept'), createAnswer(ports, 'decline')];
  return {
    actions: { ...accept.actions, ...decline.actions },
    mutations: { ...accept.mutations, ...decline.mutations },
  };
}

const createAnswer = ({ members, sampleSite }: InterestPorts, kind: AnswerKind) =>
  defineAdminAction({
    name: `${kind}-interest`,
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    input: { id: declareTextInput(100) },
    preview: {
      async find({ id }): Promise<{ readonly state: Applicant } | { readonly answer: Answer }> {
        const [applicant] = (await members.listInterest({ ids: [id], newestFirst: false, offset: 0, limit: 1 }))
          .applicants;
        return applicant === undefined ? { answer: { outcome: 'answered-before' } } : { state: applicant };
      },
      show: (request, applicant) => ({
        sections: [
          {
            kind: 'facts',
            title: request.t(`interest.${kind}Title`),
            facts: [
              { label: request.t('person.email'), value: maskEmail(applicant.email) },
              { label: request.t('person.language'), value: describeLanguages(request, [applicant]) },
            ],
          },
          ...buildLetterSections(request, kind, [applicant], sampleSite()),
        ],
        form: sendForm(request, kind, applicant),
      }),
    },
    run: ({ id }, { actor }) => members.answerInterest({ id, answer: kind, actor }),
    respond(_request, { outcome }) {
      const done = { accepted: 'interestAccepted', declined: 'interestDeclined', 'answered-before': 'interestBefore' };
      return { to: PAGE, query: { done: done[outcome] } };
    },
    operation: {
      name: `${kind}Interest`,
      idempotentOutcomes: ['ACCEPTED', 'DECLINED'],
      data: ({ outcome }): AnswerInterestOutcome => ({ code: toErrorCode(outcome) }),
    },
  });

const sendForm = ({ t }: AdminRequest, kind: AnswerKind, { id }: Applicant): Preview<Applicant>['form'] => ({
  submit: t(kind === 'accept' ? 'interest.sendAccept' : 'interest.sendDecline'),
  text: t('interest.sendText'),
  hidden: { id },
});
