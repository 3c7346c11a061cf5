import { type MailTemplate, computeSampleValidUntil } from '#journeys/registration/members/mails/mail-template.ts';

/** Receipt of an application, with the link to the lobby (G1). */
export const membershipInterestMail: MailTemplate<{ readonly url: string; readonly validUntil: number }> = {
  name: 'membership-interest',
  topic: 'interest',
  reason: 'reason.interest',
  content: (t, { url, validUntil }) => ({
    button: { label: t('interest.button'), url },
    facts: [t('interest.validity', { date: t.day(validUntil) })],
  }),
  sample: (site) => ({ url: site.url, validUntil: computeSampleValidUntil(site) }),
};
