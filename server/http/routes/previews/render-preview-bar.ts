import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import type { OpenPreview, PreviewSubject } from '#server/site/previews/preview-links.ts';
import type { PreviewedPage, PreviewFacts } from '#server/site/publications/visit.ts';
import { barStyle, besideBar } from './style.ts';

export interface PreviewBar {
  readonly preview: Pick<OpenPreview, 'link' | 'title' | 'isPublishedDraft' | 'now'>;
  readonly page: PreviewedPage;
  readonly t: StaffTranslator;
  /** Address of the page in another language or variation. */
  readonly languageHref: (href: string) => string;
  readonly variationHref: (experiment: string, index: number) => string;
  /** Whether a form on the page was sent. */
  readonly isFormSent: boolean;
}

/** Display name of a link's subject. */
function describeSubject(t: StaffTranslator, subject: PreviewSubject, title: string): string {
  switch (subject.kind) {
    case 'draft':
      return t('previewBar.draft', { name: title });
    case 'revision':
      return t('previewBar.revision', { number: String(subject.revision), note: title });
    case 'published':
      return t('previewBar.published');
  }
}

/** A bar above the page that says what is previewed; isolated from the page's styles, without JavaScript. */
export function renderPreviewBar(bar: PreviewBar): string {
  const { preview, page, t } = bar;
  const { link, title, isPublishedDraft } = preview;
  const subject = describeSubject(t, link.subject, title);
  const rows = [...factRows(bar, subject), [t('previewLink.expires'), t.moment(link.expiresAt)] as const];
  const list = rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const notes = [t('previewBar.safe'), ...(isPublishedDraft ? [t('previewBar.becamePublished')] : [])];
  const sent = bar.isFormSent ? `<p class="sent" role="status">${escapeHtml(t('previewBar.form'))}</p>` : '';
  return `<style>${besideBar}</style><vitrine-preview lang="${page.locale}" dir="ltr"><template shadowrootmode="open"><style>${barStyle}</style><section aria-label="${escapeAttribute(t('previewBar.title'))}"><details><summary><b>${escapeHtml(t('previewBar.title'))}</b><span>${escapeHtml(inShort(bar, subject))}</span></summary><div class="panel"><dl>${list}</dl>${languages(bar)}${variations(bar)}${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}</div></details>${sent}</section></template></vitrine-preview>`;
}

/** What distinguishes preview links, for the closed bar. */
function inShort({ preview, page, t }: PreviewBar, subject: string): string {
  const { at, country } = preview.link.facts;
  const shown = page.experiments.flatMap(({ variations: names, shown: index }) =>
    index === null ? [] : (names[index] ?? []),
  );
  const all = [
    subject,
    page.title,
    getNativeLanguageName(page.locale),
    ...(at === null ? [] : [t.moment(at)]),
    ...(country === null ? [] : [countryName(page.locale, country)]),
    ...shown,
  ];
  return all.join(' · ');
}

function factRows({ preview, page, t }: PreviewBar, subject: string): readonly (readonly [string, string])[] {
  const { facts } = preview.link;
  const { at, country, webView, referrer } = facts;
  return [
    [t('previewBar.shows'), subject],
    [t('previewBar.page'), page.title],
    [t('link.language'), getNativeLanguageName(page.locale)],
    [t('content.previewAt'), at === null ? t('previewBar.now') : t.moment(at)],
    [t('previewLink.country'), country === null ? t('previewBar.noCountry') : countryName(page.locale, country)],
    ...page.experiments.map(
      ({ key, variations: all, shown }) =>
        [t('previewBar.variation', { experiment: key }), variationName(t, all, shown)] as const,
    ),
    [t('previewLink.consent'), describeConsent(t, facts)],
    ...(referrer === null ? [] : [[t('previewLink.referrer'), referrer.name ?? referrer.code] as const]),
    ...(webView ? [[t('previewLink.webView'), t('previewBar.yes')] as const] : []),
  ];
}

function describeConsent(t: StaffTranslator, { consent }: Pick<PreviewFacts, 'consent'>): string {
  if (consent === null) return t('previewLink.consentOpen');
  return t(consent.length === 0 ? 'previewLink.consentRefused' : 'previewLink.consentGranted');
}

const variationName = (t: StaffTranslator, names: readonly string[], index: number | null): string =>
  (index === null ? undefined : names[index]) ?? t('previewLink.original');

function countryName(locale: Locale, country: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
}

function languages({ page, t, languageHref }: PreviewBar): string {
  const links = page.languages.map(({ locale, href }) =>
    choice(languageHref(href), getNativeLanguageName(locale), locale === page.locale, locale),
  );
  return choices(t('link.language'), links);
}

function variations({ page, t, variationHref }: PreviewBar): string {
  return page.experiments
    .map(({ key, variations: all, shown }) =>
      choices(
        t('previewBar.variation', { experiment: key }),
        all.map((name, index) => choice(variationHref(key, index), name, index === shown)),
      ),
    )
    .join('');
}

const choices = (label: string, links: readonly string[]): string =>
  `<nav aria-label="${escapeAttribute(label)}"><h2>${escapeHtml(label)}</h2><ul>${links.join('')}</ul></nav>`;

function choice(href: string, name: string, isCurrent: boolean, lang?: Locale): string {
  const marks = (isCurrent ? ' aria-current="true"' : '') + (lang === undefined ? '' : ` lang="${lang}"`);
  return `<li><a href="${escapeAttribute(href)}"${marks}>${escapeHtml(name)}</a></li>`;
}
