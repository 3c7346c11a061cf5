import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import { getDirection } from '#engine/shared/languages.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import { formatOpenGraphLocale } from '#engine/i18n/languages.ts';
import { type Opening, STARTUP } from '#engine/shared/opening.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

export interface Head {
  readonly locale: Locale;
  /** Complete title as the browser shows it. */
  readonly title: string;
  readonly description: string;
  readonly siteName: string;
  readonly theme: 'day' | 'ink';
  /** Id of a brand other than the site's. */
  readonly brand?: string | undefined;
  /** Colour of the browser's chrome. */
  readonly themeColours: Brand['browser'];
  /** The URL says that the app shows the page. */
  readonly isInApp: boolean;
  /** Absolute URL, with `ORIGIN` for the origin, as all absolute URLs here. */
  readonly canonical: string;
  /** Absolute URLs; empty for pages that are not indexed. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly indexable: boolean;
  /** Absolute URL of the image for link previews, 1200 × 630. */
  readonly image: string | null;
  readonly icons: { readonly svg: string; readonly touch: string };
  readonly css: string;
  /** Whether the page inlines the startup defaults of its client (C4). */
  readonly hasStartup: boolean;
  /** Finished JSON-LD script of the organisation; empty on all pages but the home page. */
  readonly organization: string;
  /** Finished JSON-LD scripts of blocks, which name no origin. */
  readonly structuredData: readonly string[];
}

/** Id of the empty element after all visible content. */
export const pageEnd = 'page-end';

/** Everything before `body`, with the document type. */
export interface RenderedHead {
  readonly opening: Opening;
  /** From the opening to the styles. */
  readonly start: string;
  readonly css: string;
  readonly end: string;
}

export function renderHead(head: Head): RenderedHead {
  const theme = head.theme === 'ink' ? ' data-theme="ink"' : '';
  // Left to right is the default.
  const direction = getDirection(head.locale) === 'rtl' ? ' dir="rtl"' : '';
  const app = head.isInApp ? ' data-web-view' : '';
  const brand = head.brand === undefined ? '' : ` data-brand="${escapeAttribute(head.brand)}"`;
  const opening = [
    `<!doctype html><html lang="${head.locale}"${direction}${theme}${brand}${app}><head><meta charset="utf-8">`,
    `<link rel="canonical" href="${escapeAttribute(head.canonical)}">`,
    ...head.alternates.map(
      ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${escapeAttribute(href)}">`,
    ),
    head.image === null ? '' : property('og:image', head.image),
    head.organization,
    head.hasStartup ? `<meta name="startup" content="${STARTUP}">` : '',
    property('og:url', head.canonical).slice(0, -1),
  ];
  const start = [
    '><meta name="viewport" content="width=device-width, initial-scale=1">',
    // The page arrives at once; painting its first half would cause a layout shift.
    `<link rel="expect" href="#${pageEnd}" blocking="render">`,
    `<title>${escapeHtml(head.title)}</title>`,
    '<style>',
  ];
  const end = [
    '</style>',
    meta('description', head.description),
    head.indexable ? '' : meta('robots', 'noindex'),
    ...themeColourLines(head),
    `<link rel="icon" type="image/svg+xml" href="${head.icons.svg}"><link rel="apple-touch-icon" href="${head.icons.touch}">`,
    property('og:type', 'website'),
    property('og:site_name', head.siteName),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:locale', formatOpenGraphLocale(head.locale)),
    head.image === null
      ? ''
      : property('og:image:width', '1200') +
        property('og:image:height', '630') +
        meta('twitter:card', 'summary_large_image'),
    ...head.structuredData,
    '</head>',
  ];
  return { opening: opening.join(''), start: start.join(''), css: head.css, end: end.join('') };
}

function themeColourLines({ theme, themeColours }: Pick<Head, 'theme' | 'themeColours'>): string[] {
  if (theme === 'ink') return [meta('theme-color', themeColours.ink)];
  return [
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColours.day}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColours.ink}">`,
  ];
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeAttribute(content)}">`;
}
