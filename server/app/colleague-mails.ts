import type { ColleagueMails } from '#server/admin/pages/colleagues/invitation-mail.ts';
import { buildMailFrame } from '#server/forms/entries/mails/write-mails.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';

/** Mails to colleagues, in the frame of all mails of the site. @param smtpUrl undefined: mails stay in the database */
export const createColleagueMails = (site: MembersSite, smtpUrl: string | undefined): ColleagueMails => ({
  frame: (locale) => buildMailFrame(site, locale),
  url: (locale, path, query) => site.url(locale, path, query),
  isSending: smtpUrl !== undefined && smtpUrl !== '',
});
