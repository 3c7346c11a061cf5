import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** Thanks for a declined application. */
export const interestDeclinedMail: MailTemplate<Record<never, never>> = {
  name: 'interest-declined',
  topic: 'declined',
  reason: 'reason.interest',
  content: (t) => ({
    paragraphs: [t('declined.body'), t('declined.next')],
  }),
  sample: () => ({}),
};
