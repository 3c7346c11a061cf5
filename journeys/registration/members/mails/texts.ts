import { type MailKey, mailTexts as texts } from '#schemas/generated/texts/mail.ts';
import type { MailTexts } from '#server/platform/mail/words.ts';

export type { MailKey };

/** The words of all mails; a key that one language lacks does not compile. */
export const mailTexts: MailTexts<MailKey> = texts;
