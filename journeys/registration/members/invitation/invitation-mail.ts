import type { MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** The code that invites a person of the waiting list. */
export const invitationMail: MailTemplate<{
  readonly url: string;
  readonly code: string;
  readonly validUntil: number;
}> = {
  name: 'invitation',
  content: (words, { url, code, validUntil }) => ({
    subject: words('invitation.subject'),
    preheader: words('invitation.preheader'),
    headline: words('invitation.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('invitation.body')],
    code: { label: words('invitation.code'), value: code },
    button: { label: words('invitation.button'), url },
    facts: [words('invitation.validity', { date: words.day(validUntil) })],
    reason: words('reason.waiting'),
  }),
};
