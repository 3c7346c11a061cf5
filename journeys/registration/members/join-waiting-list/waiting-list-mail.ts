import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** Confirms joining the waiting list. */
export const waitingListMail: MailTemplate<Record<never, never>> = {
  name: 'waiting-list-joined',
  topic: 'waiting',
  reason: 'reason.waiting',
  content: (t) => ({
    paragraphs: [t('waiting.body'), t('waiting.next')],
  }),
  sample: () => ({}),
};
