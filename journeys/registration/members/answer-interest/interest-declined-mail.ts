import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** Thanks for an application that finds no place now. */
export const interestDeclinedMail: MailTemplate<Record<never, never>> = {
  name: 'interest-declined',
  content: (words) => ({
    subject: words('declined.subject'),
    preheader: words('declined.preheader'),
    headline: words('declined.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('declined.body'), words('declined.next')],
    facts: [],
    reason: words('reason.interest'),
  }),
};
