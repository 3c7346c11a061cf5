import {
  greeting,
  type MailTemplate,
  type AddressedPerson,
} from '#journeys/registration/members/mails/mail-template.ts';

/** The link that activates an account. */
export const activationMail: MailTemplate<{
  readonly person: AddressedPerson;
  readonly url: string;
  readonly hours: number;
}> = {
  name: 'activation',
  content: (words, { person, url, hours }) => ({
    subject: words('activation.subject'),
    preheader: words('activation.preheader'),
    headline: words('activation.headline'),
    greeting: greeting(words, person),
    paragraphs: [words('activation.body')],
    button: { label: words('activation.button'), url },
    facts: [words('activation.validity', { hours: words.hours(hours) })],
    note: words('activation.notYou'),
    reason: words('reason.entered'),
  }),
};
