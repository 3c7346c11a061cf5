import type { FieldOption } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MailContent, RenderedMail } from '#server/platform/mail/mail-content.ts';
import { renderHtml } from '#server/platform/mail/render-html.ts';
import { renderText } from '#server/platform/mail/render-text.ts';
import { type Words, wordsIn } from '#server/platform/mail/words.ts';
import { type MailKey, mailTexts } from './texts.ts';

/** One mail of the membership; times in milliseconds since the epoch, money in minor units. */
export interface MailTemplate<Values> {
  /** Stored with the mail, for lists and logs. */
  readonly name: string;
  content(words: Words<MailKey>, values: Values): MailContent;
}

export interface Person {
  readonly gender: FieldOption<'gender'>;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Renders a mail in the language of the form it answers.
 *
 * @param site Public name of the community.
 */
export function renderMail<Values>(
  template: MailTemplate<Values>,
  locale: Locale,
  site: string,
  values: Values,
): RenderedMail {
  const words = wordsIn(locale, mailTexts, { site });
  const content = template.content(words, values);
  const frame = { locale, site, closing: words('closing'), fallback: words('fallback'), reason: words('reason') };
  return { subject: content.subject, html: renderHtml(content, frame), text: renderText(content, frame) };
}

export const greeting = (words: Words<MailKey>, { gender, firstName, lastName }: Person): string =>
  words(`greeting.${gender}`, { firstName: withoutLinks(firstName), lastName: withoutLinks(lastName) });

/**
 * A name in which no mail program finds a link or an address. Forms refuse such names (V1); this holds for whatever else stores one,
 * a former release among them. Full stops of initials and titles stay as they are.
 */
function withoutLinks(name: string): string {
  return name
    .replaceAll(/[@:/\\\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .replaceAll(/\s*\.(?=[\p{L}\p{M}\p{N}]{2}|\p{N})/gu, '. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** The button of a mail, unless there is nowhere to go. */
export const button = (label: string, url: string | null): Pick<MailContent, 'button'> =>
  url === null ? {} : { button: { label, url } };
