import { type MailKey, mailTexts as texts } from '#schemas/generated/texts/mail.ts';
import type { TextsByLocale } from '#server/platform/mail/translator.ts';

export type { MailKey };

/** Texts of all mails; a key that is missing in a language does not compile. */
export const mailTexts: TextsByLocale<MailKey> = texts;
