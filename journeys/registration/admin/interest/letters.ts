import type { SectionView } from '#engine/shared/data-view.ts';
import { readStoredLocale } from '#journeys/registration/members/account/find-member.ts';
import { interestDeclinedMail } from '#journeys/registration/members/answer-interest/interest-declined-mail.ts';
import { invitationMail } from '#journeys/registration/members/invitation/invitation-mail.ts';
import { renderSample } from '#journeys/registration/members/mail-samples/samples.ts';
import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Applicant } from './ports.ts';

export const answerKinds = ['accept', 'decline'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Mail template of each answer. */
export const letters: Readonly<Record<AnswerKind, string>> = {
  accept: invitationMail.name,
  decline: interestDeclinedMail.name,
};

type Addressee = Pick<Applicant, 'locale'>;

const groupByLanguage = (applicants: readonly Addressee[]) =>
  Map.groupBy(applicants, ({ locale }) => readStoredLocale(locale));

/** Languages of the mails, with their numbers if there are several. */
export function describeLanguages({ t, locale }: AdminRequest, applicants: readonly Addressee[]): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return [...groupByLanguage(applicants)]
    .map(([language, { length }]) => {
      const name = names.of(language) ?? language;
      return applicants.length === 1 ? name : `${name}: ${t.number(length)}`;
    })
    .join(', ');
}

/** Previews of an answer's mail in the languages of its recipients. */
export const buildLetterSections = (
  { t, fileHref }: AdminRequest,
  kind: AnswerKind,
  applicants: readonly Addressee[],
  site: SampleSite,
): readonly SectionView[] =>
  [...groupByLanguage(applicants).keys()].map((language) => ({
    kind: 'note',
    mark: 'wait',
    title: renderSample(letters[kind], language, site)?.subject ?? '',
    text: t(`interest.letterText.${kind}`),
    links: [{ label: t('interest.letter'), href: fileHref('interest-letter', { answer: kind, language }) }],
  }));
