import { buildButton, type MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** Informs the owner of an account that a registration used its address (B13). */
export const accountExistsMail: MailTemplate<{ readonly loginUrl: string | null }> = {
  name: 'account-exists',
  topic: 'exists',
  reason: 'reason.entered',
  content: (t, { loginUrl }) => ({
    ...buildButton(t('exists.button'), loginUrl),
    note: t('exists.notYou'),
  }),
  sample: ({ url }) => ({ loginUrl: url }),
};
