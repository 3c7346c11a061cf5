import { button, type MailTemplate } from '#journeys/registration/members/mails/mail-template.ts';

/** Informs the owner of an account of a registration with its address (B13). */
export const accountExistsMail: MailTemplate<{ readonly loginUrl: string | null }> = {
  name: 'account-exists',
  content: (words, { loginUrl }) => ({
    subject: words('exists.subject'),
    preheader: words('exists.preheader'),
    headline: words('exists.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('exists.body')],
    ...button(words('exists.button'), loginUrl),
    facts: [],
    note: words('exists.notYou'),
    reason: words('reason.entered'),
  }),
};
