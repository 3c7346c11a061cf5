import { type MailTemplate, sampleValidUntil } from '#journeys/registration/members/mails/mail-template.ts';

/** Receipt of an application, with the link to the lobby (G1). */
export const membershipInterestMail: MailTemplate<{ readonly url: string; readonly validUntil: number }> = {
  name: 'membership-interest',
  topic: 'interest',
  reason: 'reason.interest',
  content: (words, { url, validUntil }) => ({
    button: { label: words('interest.button'), url },
    facts: [words('interest.validity', { date: words.day(validUntil) })],
  }),
  sample: (site) => ({ url: site.url, validUntil: sampleValidUntil(site) }),
};
