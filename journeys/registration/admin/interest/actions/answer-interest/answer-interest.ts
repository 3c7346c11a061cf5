import type { SectionView } from '#engine/shared/data-view.ts';
import { storedLocale } from '#journeys/registration/members/account/find-member.ts';
import { interestDeclinedMail } from '#journeys/registration/members/answer-interest/interest-declined-mail.ts';
import { invitationMail } from '#journeys/registration/members/invitation/invitation-mail.ts';
import { renderSample, type SampleSite } from '#journeys/registration/members/mail-samples/samples.ts';
import type { AnswerInterestOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { type DeclaredAction, defineAdminAction, textInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { Preview } from '#server/admin/preview.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { type Applicant, type InterestPorts, PAGE } from '../../ports.ts';

export const answerKinds = ['accept', 'decline'] as const;
type Kind = (typeof answerKinds)[number];
type Answer = Awaited<ReturnType<InterestPorts['members']['answerInterest']>>;

/** Mail of each answer. */
export const letters: Readonly<Record<Kind, string>> = {
  accept: invitationMail.name,
  decline: interestDeclinedMail.name,
};

/** An invitation for anyone who asked to become a member, or thanks. */
export function answerInterest(ports: InterestPorts): DeclaredAction {
  const [accept, decline] = [createAnswer(ports, 'accept'), createAnswer(ports, 'decline')];
  return {
    actions: { ...accept.actions, ...decline.actions },
    mutations: { ...accept.mutations, ...decline.mutations },
  };
}

const createAnswer = ({ members, sampleSite }: InterestPorts, kind: Kind) =>
  defineAdminAction({
    name: `${kind}-interest`,
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    input: { id: textInput(100) },
    preview: {
      async find({ id }): Promise<{ readonly state: Applicant } | { readonly answer: Answer }> {
        const [applicant] = (await members.listInterest({ id, newestFirst: false, offset: 0, limit: 1 })).applicants;
        return applicant === undefined ? { answer: { outcome: 'answered-before' } } : { state: applicant };
      },
      show: (request, applicant) => ({
        sections: letterSections(request, kind, applicant, sampleSite()),
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

/** To whom the letter goes, in which language, and the letter itself. */
function letterSections(
  { words, fileHref, locale: own }: AdminRequest,
  kind: Kind,
  { email, locale }: Applicant,
  site: SampleSite,
): readonly SectionView[] {
  const language = storedLocale(locale);
  const names = new Intl.DisplayNames(own, { type: 'language' });
  const link = { label: words('interest.letter'), href: fileHref('interest-letter', { answer: kind, language }) };
  return [
    {
      kind: 'facts',
      title: words(`interest.${kind}Title`),
      facts: [
        { label: words('person.email'), value: maskEmail(email) },
        { label: words('person.language'), value: names.of(language) ?? language },
      ],
    },
    {
      kind: 'note',
      mark: 'wait',
      title: renderSample(letters[kind], language, site)?.subject ?? '',
      text: words('interest.letterText'),
      links: [link],
    },
  ];
}

const sendForm = ({ words }: AdminRequest, kind: Kind, { id }: Applicant): Preview<Applicant>['form'] => ({
  submit: words(kind === 'accept' ? 'interest.sendAccept' : 'interest.sendDecline'),
  text: words('interest.sendText'),
  hidden: { id },
});
