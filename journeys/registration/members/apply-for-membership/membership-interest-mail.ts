import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** The receipt of an application, with the link to the lobby (G1). */
export const membershipInterestMail: MailTemplate<{ readonly url: string; readonly validUntil: number }> = {
  name: 'membership-interest',
  content: (words, { url, validUntil }) => ({
    subject: words('interest.subject'),
    preheader: words('interest.preheader'),
    headline: words('interest.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('interest.body')],
    button: { label: words('interest.button'), url },
    facts: [words('interest.validity', { date: words.day(validUntil) })],
    reason: words('reason.interest'),
  }),
};
