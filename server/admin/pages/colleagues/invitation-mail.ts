import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MailContent, MailFrame, RenderedMail } from '#server/platform/mail/mail-content.ts';
import { renderHtml } from '#server/platform/mail/render-html.ts';
import { renderText } from '#server/platform/mail/render-text.ts';
import type { InvitationLink } from '#server/staff/invitations.ts';
import { getStaffTranslator } from '../../staff-translator.ts';
import { nameGroup } from './name-group.ts';

/** What mails to colleagues need to know about the site. */
export interface ColleagueMails {
  frame(locale: Locale): MailFrame;
  /** Absolute URL of a page, without base path and language. */
  url(locale: Locale, path: string, query: Readonly<Record<string, string>>): string;
  /** Whether the server sends mails; otherwise they stay in the list of mails. */
  readonly isSending: boolean;
}

/** Page that the link opens. */
export const INVITATION_PAGE = '/admin/invitation';

/** Content of the mail, without its frame. @param inviter name of the administrator */
export function buildInvitationContent(
  { locale, group, expiresAt }: Pick<InvitationLink, 'locale' | 'group' | 'expiresAt'>,
  inviter: string,
  site: string,
): Omit<MailContent, 'button'> & { readonly label: string } {
  const t = getStaffTranslator(locale);
  return {
    subject: t('invitationMail.subject', { site }),
    preheader: t('invitationMail.preheader'),
    headline: t('invitationMail.headline'),
    greeting: t('invitationMail.greeting'),
    paragraphs: [t('invitationMail.body', { site, inviter, group: nameGroup(t, group) })],
    label: t('invitationMail.button'),
    facts: [t('invitationMail.validity', { until: t.moment(expiresAt) })],
    note: t('invitationMail.note'),
    reason: t('invitationMail.reason', { site }),
  };
}

export function writeInvitation(mails: ColleagueMails, inviter: string): (link: InvitationLink) => RenderedMail {
  return (link) => {
    const { token, locale } = link;
    const frame = mails.frame(locale);
    const { label, ...content } = buildInvitationContent(link, inviter, frame.site);
    const mail: MailContent = { ...content, button: { label, url: mails.url(locale, INVITATION_PAGE, { token }) } };
    return { subject: mail.subject, html: renderHtml(mail, frame), text: renderText(mail, frame) };
  };
}
