import { formatDay, formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MailContent, RenderedMail } from '#server/platform/mail/mail-content.ts';
import { renderHtml } from '#server/platform/mail/render-html.ts';
import { renderText } from '#server/platform/mail/render-text.ts';
import { mailText } from '#server/platform/mail/texts.ts';
import type { MailKey } from '#server/platform/mail/texts.ts';
import type { FieldOption } from '#schemas/generated/forms.ts';

export interface Person {
  readonly gender: FieldOption<'gender'>;
  readonly firstName: string;
  readonly lastName: string;
}

/** What each mail needs; times in milliseconds since the epoch, money in minor units. */
export interface MailValues {
  activation: { readonly person: Person; readonly url: string; readonly hours: number };
  voucher: {
    readonly person: Person;
    readonly percent: number;
    readonly code: string;
    readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
    readonly validUntil: number;
    readonly loginUrl: string | null;
  };
  'waiting-list-joined': Record<never, never>;
  'membership-interest': { readonly url: string; readonly validUntil: number };
  invitation: { readonly url: string; readonly code: string; readonly validUntil: number };
  'account-exists': { readonly loginUrl: string | null };
}

export type MailTemplate = keyof MailValues;

/** Words in one language. */
interface Words {
  (key: MailKey, values?: Readonly<Record<string, string>>): string;
  readonly locale: Locale;
}

const templates: { readonly [Name in MailTemplate]: (words: Words, values: MailValues[Name]) => MailContent } = {
  activation: (words, { person, url, hours }) => ({
    subject: words('activation.subject'),
    preheader: words('activation.preheader'),
    headline: words('activation.headline'),
    greeting: greeting(words, person),
    paragraphs: [words('activation.body')],
    button: { label: words('activation.button'), url },
    facts: [words('activation.validity', { hours: String(hours) })],
    note: words('activation.notYou'),
  }),

  voucher: (words, { person, percent, code, minimumOrder, validUntil, loginUrl }) => {
    const share = { percent: formatPercent(words.locale, percent) };
    return {
      subject: words('voucher.subject'),
      preheader: words('voucher.preheader', share),
      headline: words('voucher.headline'),
      greeting: greeting(words, person),
      paragraphs: [words('voucher.body', share)],
      code: { label: words('voucher.code'), value: code },
      ...button(words('voucher.button'), loginUrl),
      facts: [
        minimumOrder
          ? words('voucher.minimum', { amount: formatMoney(words.locale, minimumOrder) })
          : words('voucher.noMinimum'),
        words('voucher.validUntil', { date: formatDay(words.locale, validUntil) }),
      ],
    };
  },

  'waiting-list-joined': (words) => ({
    subject: words('waiting.subject'),
    preheader: words('waiting.preheader'),
    headline: words('waiting.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('waiting.body'), words('waiting.next')],
    facts: [],
  }),

  'membership-interest': (words, { url, validUntil }) => ({
    subject: words('interest.subject'),
    preheader: words('interest.preheader'),
    headline: words('interest.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('interest.body')],
    button: { label: words('interest.button'), url },
    facts: [words('interest.validity', { date: formatDay(words.locale, validUntil) })],
  }),

  invitation: (words, { url, code, validUntil }) => ({
    subject: words('invitation.subject'),
    preheader: words('invitation.preheader'),
    headline: words('invitation.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('invitation.body')],
    code: { label: words('invitation.code'), value: code },
    button: { label: words('invitation.button'), url },
    facts: [words('invitation.validity', { date: formatDay(words.locale, validUntil) })],
  }),

  'account-exists': (words, { loginUrl }) => ({
    subject: words('exists.subject'),
    preheader: words('exists.preheader'),
    headline: words('exists.headline'),
    greeting: words('greeting.unknown'),
    paragraphs: [words('exists.body')],
    ...button(words('exists.button'), loginUrl),
    facts: [],
    note: words('exists.notYou'),
  }),
};

export const mailTemplates: readonly MailTemplate[] = [
  'activation',
  'voucher',
  'waiting-list-joined',
  'membership-interest',
  'invitation',
  'account-exists',
];

/** Renders a mail in the language of the form it answers. */
export function renderMail<Name extends MailTemplate>(
  name: Name,
  locale: Locale,
  site: string,
  values: MailValues[Name],
): RenderedMail {
  const speak = (key: MailKey, more: Readonly<Record<string, string>> = {}): string =>
    mailText(locale, key, { ...more, site });
  const words: Words = Object.assign(speak, { locale });
  const content = templates[name](words, values);
  const frame = { locale, site, closing: words('closing'), fallback: words('fallback'), reason: words('reason') };
  return { subject: content.subject, html: renderHtml(content, frame), text: renderText(content, frame) };
}

const greeting = (words: Words, { gender, firstName, lastName }: Person): string =>
  words(`greeting.${gender}`, { firstName, lastName });

const button = (label: string, url: string | null): Pick<MailContent, 'button'> =>
  url === null ? {} : { button: { label, url } };
