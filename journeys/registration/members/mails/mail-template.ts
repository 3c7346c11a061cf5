import type { FieldOption } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MailBranding, MailContent, MailFrame, RenderedMail } from '#server/platform/mail/mail-content.ts';
import { renderHtml } from '#server/platform/mail/render-html.ts';
import { renderText } from '#server/platform/mail/render-text.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import { type Translator, createTranslator } from '#server/platform/mail/translator.ts';
import type { SitePort } from '#journeys/registration/members/ports.ts';
import { type MailKey, mailTexts } from './texts.ts';

/** Prefix of the keys of a mail's texts. */
type MailTopic = Extract<MailKey, `${string}.headline`> extends `${infer Topic}.headline` ? Topic : never;

/** Content of a mail, except subject, headline and reason, which are texts. */
type MailBody = Partial<Omit<MailContent, 'subject' | 'headline' | 'reason'>>;

/** Site data of samples; nothing in them is valid. */
export interface SampleSite extends Pick<SitePort, 'name' | 'branding'> {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A mail of the membership; times in milliseconds since the epoch, money in minor units. */
export interface MailTemplate<Values> {
  /** Stored with the mail, for lists and logs. */
  readonly name: string;
  /** Its texts are `<topic>.subject`, `.preheader`, `.headline` and `.body`, and those that `content` uses. */
  readonly topic: MailTopic;
  /** Why the recipient gets it. */
  readonly reason: Extract<MailKey, `reason.${string}`>;
  content(t: Translator<MailKey>, values: Values): MailBody;
  /** Sample values for previews. */
  sample(site: SampleSite): Values;
}

export interface AddressedPerson {
  readonly gender: FieldOption<'gender'>;
  readonly firstName: string;
  readonly lastName: string;
}

/** Renders a mail in the language of its form. */
export function renderMail<Values>(
  template: MailTemplate<Values>,
  locale: Locale,
  site: Pick<SitePort, 'name' | 'branding'>,
  values: Values,
): RenderedMail {
  const content = buildMailContent(template, locale, site, values);
  const frame = buildFrame(createMailTranslator(locale, site), site);
  return { subject: content.subject, html: renderHtml(content, frame), text: renderText(content, frame) };
}

/** Content of a mail, without its frame. */
export function buildMailContent<Values>(
  template: MailTemplate<Values>,
  locale: Locale,
  site: Pick<SitePort, 'name'>,
  values: Values,
): MailContent {
  const { topic, reason } = template;
  const t = createMailTranslator(locale, site);
  const {
    preheader = t(`${topic}.preheader`),
    paragraphs = [t(`${topic}.body`)],
    ...body
  } = template.content(t, values);
  return {
    subject: t(`${topic}.subject`),
    preheader,
    headline: t(`${topic}.headline`),
    greeting: t('greeting.unknown'),
    paragraphs,
    facts: [],
    ...body,
    reason: t(reason),
  };
}

const createMailTranslator = (locale: Locale, { name }: Pick<SitePort, 'name'>) =>
  createTranslator(locale, mailTexts, { site: name });

function buildFrame(t: Translator<MailKey>, { name, branding }: Pick<SitePort, 'name' | 'branding'>): MailFrame {
  const { locale } = t;
  const letters = branding(locale);
  return {
    locale,
    theme: letters.theme,
    site: name,
    closing: t('closing'),
    fallback: t('fallback', { link: '{link}' }),
    fallbackLink: t('fallbackLink'),
    imprint: imprint(t, letters),
    links: (['imprint', 'privacy', 'service'] as const).flatMap((link) => {
      const url = letters.links[link];
      return url === undefined ? [] : [{ label: t(`foot.${link}`), url }];
    }),
  };
}

/** Mandatory information of a business letter (§ 35a GmbHG, § 5 DDG), from the site document. */
function imprint(t: Translator<MailKey>, { organization }: MailBranding): readonly string[] {
  const { legalName, address, managers, register, vatId } = organization;
  const office = address && [address.street, `${address.postalCode} ${address.city}`, countryName(t, address.country)];
  const entries = [
    managers && t('foot.management', { names: managers.join(', ') }),
    register && t('foot.register', { court: register.court, number: register.number.replaceAll(' ', '\u00A0') }),
    vatId && t('foot.vat', { id: vatId }),
  ];
  return [[legalName, ...(office ?? [])].join(', '), ...entries.filter((entry) => entry !== undefined)];
}

const countryName = ({ locale }: Translator<MailKey>, country: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;

export const samplePerson: AddressedPerson = { gender: 'woman', firstName: 'Anna', lastName: 'Keller' };

/** Expiry shown in samples. */
export const computeSampleValidUntil = ({ now }: SampleSite): number => now + 14 * DAY;

export const buildGreeting = (t: Translator<MailKey>, { gender, firstName, lastName }: AddressedPerson): string =>
  t(`greeting.${gender}`, { firstName: withoutLinks(firstName), lastName: withoutLinks(lastName) });

/**
 * A name without anything that mail clients would turn into a link. Forms reject such names (V1), but earlier releases may have stored
 * some. Full stops of initials and titles stay.
 */
function withoutLinks(name: string): string {
  return name
    .replaceAll(/[@:/\\\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .replaceAll(/(?<!\s)\s*\.(?=[\p{L}\p{M}\p{N}]{2}|\p{N})/gu, '. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** The button of a mail, unless there is no URL. */
export const buildButton = (label: string, url: string | null): Pick<MailContent, 'button'> =>
  url === null ? {} : { button: { label, url } };
