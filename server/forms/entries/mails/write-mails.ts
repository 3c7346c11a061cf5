import { shortenTitle } from '#engine/i18n/shorten-title.ts';
import { buildCodeTextKey } from '#engine/shared/engine-texts.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { splitBlockForm } from '#engine/shared/shown-form.ts';
import { findFormDocument } from '#engine/decide/forms.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import { selectSiteOfBrand } from '#engine/documents/brand/site-of-brand.ts';
import type { ResolvedBlock, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import { readTarget } from '#engine/routing/targets.ts';
import type { FormConfirmMail, FormDocument, FormMailSender, FormOption, Text } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { Email } from '#server/platform/forms/email.ts';
import type { MailBranding, MailContent, MailFrame, RenderedMail } from '#server/platform/mail/mail-content.ts';
import { renderHtml } from '#server/platform/mail/render-html.ts';
import { renderText } from '#server/platform/mail/render-text.ts';
import type { Answer, Answers } from '../read-answers.ts';
import { type FormMailTextKey, formMailTexts } from './texts.ts';

/** Data of the mails of an entry. */
export interface MailedEntry {
  readonly site: Site;
  readonly branding: (locale: Locale) => MailBranding;
  /** Name of the form. */
  readonly name: string;
  readonly form: FormDocument;
  /** Language of the submitted form. */
  readonly locale: Locale;
  readonly answers: Answers;
  /** Email address of the sender. */
  readonly email: Email | null;
  /** Document of its page; `null` for entries of API clients. */
  readonly document: string | null;
}

/** Site and branding of the mails of a page's entries, in the brand of the page (K3). */
export function createMailsOfPage(
  port: Pick<MembersSite, 'branding'>,
  site: Site,
  document: string | null,
): Pick<MailedEntry, 'site' | 'branding' | 'document'> {
  if (document === null) return { site, document, branding: (locale) => port.branding(locale) };
  return {
    site: selectSiteOfBrand(site, site.documents.get(document)),
    document,
    branding: (locale) => port.branding(locale, document),
  };
}

/** Mail to the team with all answers, in the site's first language; replies go to the sender. */
export function buildTeamMail(entry: MailedEntry): RenderedMail {
  const { site, name, email, locale, document } = entry;
  const language = site.config.locales.default;
  const say = createTranslate(site, language);
  const form = readFormTitle(site, name, language);
  const subject = say('teamSubject', { form });
  const mail = render(entry, language, {
    subject,
    preheader: subject,
    headline: subject,
    greeting: '',
    paragraphs: labelAnswers(entry, language).map(({ label, value }) => `${label}\n${value}`),
    facts: [
      // The form of the journey asks for the address, not the questions.
      ...(email === null || entry.form.fields.some(({ type }) => type === 'email') ? [] : [email.typed]),
      ...(document === null ? [] : [`${say('page')}: ${document}`]),
      `${say('language')}: ${new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale}`,
    ],
    reason: say('teamReason', { form }),
  });
  return email === null ? mail : { ...mail, replyTo: email.typed };
}

const listTitles = memoizePerObject(
  (site: Site): ReadonlyMap<string, Text> => new Map([...site.documents.values()].flatMap(titlesIn).toReversed()),
);

/** Title of the first block with the form; default: the form's name. @param name name of the form */
export function readFormTitle(site: Site, name: string, locale: Locale): string {
  const title = listTitles(site).get(`forms/${name}`);
  return title === undefined ? name : textIn(site, title, locale);
}

/** Title of a page in a language, see `shortenTitle`; `null` for a page that was removed. */
export function readTitleOfPage(site: Site, id: string, locale: Locale): string | null {
  const title = site.documents.get(id)?.meta.title;
  return title === undefined ? null : shortenTitle(textIn(site, title, locale), site.config.name);
}

function titlesIn({ blocks }: { readonly blocks: readonly ResolvedBlock[] }): readonly (readonly [string, Text])[] {
  return blocks.flatMap((block) => {
    const shown = findFormDocument(block);
    // Checked edge: a block with a form has a title of this type.
    const title = block.props['title'] as Text | undefined;
    const own = shown === null || title === undefined ? [] : [[splitBlockForm(shown).document, title] as const];
    return [...own, ...titlesIn(block)];
  });
}

/** Mail to the sender as written in the form document, in the language of the form. */
export function buildSenderMail(entry: MailedEntry, { subject, paragraphs }: FormMailSender): RenderedMail {
  const { site, locale } = entry;
  const reason = createTranslate(site, locale)('senderReason', { site: site.config.name });
  return render(entry, locale, { ...titled(entry, subject, paragraphs), reason });
}

/** Mail with the confirmation link, in the language of the form. */
export function buildConfirmationMail(
  entry: MailedEntry,
  { subject, paragraphs, button }: FormConfirmMail,
  url: string,
): RenderedMail {
  const { site, locale } = entry;
  const say = createTranslate(site, locale);
  return render(entry, locale, {
    ...titled(entry, subject, paragraphs),
    button: { label: textIn(site, button, locale), url },
    note: say('confirmNote'),
    reason: say('senderReason', { site: site.config.name }),
  });
}

/** Title and body of a mail to the sender. */
function titled({ site, locale }: MailedEntry, subject: Text, paragraphs: readonly Text[]) {
  const title = textIn(site, subject, locale);
  const said = paragraphs.map((paragraph) => textIn(site, paragraph, locale));
  const greeting = createTranslate(site, locale)('greeting');
  return { subject: title, preheader: said[0] ?? title, headline: title, greeting, paragraphs: said, facts: [] };
}

/** Answers with the labels of fields and options, in the order of the form. */
export function labelAnswers(
  { site, form, answers }: Pick<MailedEntry, 'site' | 'form' | 'answers'>,
  locale: Locale,
): readonly { readonly label: string; readonly value: string }[] {
  const say = createTranslate(site, locale);
  return [...getFieldRules(form)].flatMap(([name, { field }]) => {
    const answer = answers[name];
    if (answer === undefined) return [];
    const options = 'options' in field ? field.options : [];
    return [{ label: textIn(site, field.label, locale), value: words(answer, options) }];
  });

  function words(answer: Answer, options: readonly FormOption[]): string {
    if (answer === true) return say('yes');
    if (typeof answer === 'object') return answer.map((each) => words(each, options)).join(', ');
    const option = options.find(({ value }) => value === answer);
    return option === undefined ? String(answer) : textIn(site, option.label, locale);
  }
}

function textIn(site: Site, text: Text, locale: Locale): string {
  const linkTarget = (link: string) => {
    const read = readTarget(site, `link:${link}`, locale);
    return read.ok ? read.target : { href: '', external: false };
  };
  return toPlainText(localizeText(site, text, locale, { linkTarget }));
}

type Say = (word: FormMailTextKey, values?: Readonly<Record<string, string>>) => string;

/** Texts of these mails in a language; a site in a further language provides its own. */
function createTranslate(site: Site, locale: Locale): Say {
  return (word, values = {}) => {
    const known: Readonly<Partial<Record<string, string>>> = formMailTexts[word];
    const text =
      known[locale] ??
      site.texts.get(locale)?.get(buildCodeTextKey('formMail', word)) ??
      known[site.config.locales.default];
    return fillIn(text ?? formMailTexts[word].en, values);
  };
}

const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

function render({ site, branding }: MailedEntry, locale: Locale, content: MailContent): RenderedMail {
  const frame = buildFrame(createTranslate(site, locale), { name: site.config.name, branding }, locale);
  const { senderName } = branding(locale);
  return {
    subject: content.subject,
    html: renderHtml(content, frame),
    text: renderText(content, frame),
    ...(senderName !== undefined && { senderName }),
  };
}

/** Frame of a mail in one of the server's own languages. */
export const buildMailFrame = (site: Pick<MembersSite, 'name' | 'branding'>, locale: Locale): MailFrame =>
  buildFrame((word, values = {}) => fillIn(formMailTexts[word][locale], values), site, locale);

function buildFrame(say: Say, { name, branding }: Pick<MembersSite, 'name' | 'branding'>, locale: Locale): MailFrame {
  const { theme, organization, links } = branding(locale);
  const { legalName, address, managers, register, vatId } = organization;
  const office = address && [address.street, `${address.postalCode} ${address.city}`];
  return {
    locale,
    theme,
    site: name,
    closing: say('closing'),
    fallback: say('fallback', { link: '{link}' }),
    fallbackLink: say('fallbackLink'),
    imprint: [
      [legalName, ...(office ?? [])].join(', '),
      ...(managers ? [say('management', { names: managers.join(', ') })] : []),
      ...(register ? [say('register', register)] : []),
      ...(vatId ? [say('vat', { id: vatId })] : []),
    ],
    links: (['imprint', 'privacy', 'service'] as const).flatMap((link) => {
      const url = links[link];
      return url === undefined ? [] : [{ label: say(link), url }];
    }),
  };
}
