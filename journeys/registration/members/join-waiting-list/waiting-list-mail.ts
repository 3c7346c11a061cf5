import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** Confirms joining the waiting list. */
export const waitingListMail: MailTemplate<Record<never, never>> = {
  name: 'waiting-list-joined',
  topic: 'waiting',
  reason: 'reason.waiting',
  content: (words) => ({
    paragraphs: [words('waiting.body'), words('waiting.next')],
  }),
  sample: () => ({}),
};
