import { type MailTemplate, computeSampleValidUntil } from '#journeys/registration/members/mails/mail-template.ts';

/** Contains the code that invites a person of the waiting list. */
export const invitationMail: MailTemplate<{
  readonly url: string;
  readonly code: string;
  readonly validUntil: number;
}> = {
  name: 'invitation',
  topic: 'invitation',
  reason: 'reason.waiting',
  content: (t, { url, code, validUntil }) => ({
    code: { label: t('invitation.code'), value: code },
    button: { label: t('invitation.button'), url },
    facts: [t('invitation.validity', { date: t.day(validUntil) })],
  }),
  sample: (site) => ({ url: site.url, code: 'ABCD-EFGH', validUntil: computeSampleValidUntil(site) }),
};
