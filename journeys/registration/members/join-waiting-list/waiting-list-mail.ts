import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** The receipt of joining the waiting list. */
export const waitingListMail: MailTemplate<Record<never, never>> = {
  name: 'waiting-list-joined',
  content: (words) => ({
    subject: words('waiting.subject'),
    preheader: words('waiting.preheader'),
    headline: words('waiting.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('waiting.body'), words('waiting.next')],
    facts: [],
    reason: words('reason.waiting'),
  }),
};
