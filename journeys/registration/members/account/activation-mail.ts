import {
  buildGreeting,
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
  content: (t, { person, url, hours }) => ({
    greeting: buildGreeting(t, person),
    button: { label: t('activation.button'), url },
    facts: [t('activation.validity', { hours: t.hours(hours) })],
    note: t('activation.notYou'),
  }),
  sample: ({ url }) => ({ person: samplePerson, url, hours: 24 }),
};
