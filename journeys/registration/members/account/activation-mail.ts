import {
  greeting,
  type MailTemplate,
  type AddressedPerson,
  samplePerson,
} from '#journeys/registration/members/mails/mail-template.ts';

/** Contains the activation link. */
export const activationMail: MailTemplate<{
  readonly person: AddressedPerson;
  readonly url: string;
  readonly hours: number;
}> = {
  name: 'activation',
  topic: 'activation',
  reason: 'reason.entered',
  content: (words, { person, url, hours }) => ({
    greeting: greeting(words, person),
    button: { label: words('activation.button'), url },
    facts: [words('activation.validity', { hours: words.hours(hours) })],
    note: words('activation.notYou'),
  }),
  sample: ({ url }) => ({ person: samplePerson, url, hours: 24 }),
};
