import type { Template } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { type DocumentInput, makeSite } from './make-site.ts';

const hidden = { title: 'a', description: 'b', index: false };
const makePage = (id: string, more: Partial<DocumentInput>): DocumentInput => ({
  id,
  hash: id,
  layout: 'page',
  meta: { title: 'a.title', description: 'a.description', index: true },
  ...more,
});

/** A site of three documents: enough to send pages without reading any file. */
export const sampleSite = (revision?: string): Site =>
  makeSite({
    revision,
    standard: [
      makePage('landings/default', {}),
      makePage('pages/not-found', { route: '/error/404', meta: hidden }),
      makePage('pages/error', { route: '/error/500', meta: hidden }),
    ],
    deployment: { webViewScheme: '' },
    config: {
      locales: { available: ['en', 'de'], default: 'en', strategy: 'prefix' },
      cookies: { localeRedirect: 'lang' },
      forbiddenReferrers: {},
      documents: { notFound: 'pages/not-found', error: 'pages/error', denied: 'pages/error' },
    },
  });

/** A template whose page names its document and locale; `middle` puts a hole into the middle of it. */
export function sampleTemplate(input: { document: string; locale: Template['locale'] }, middle = false): Template {
  const { document, locale } = input;
  const text = `<!doctype html><html lang="${locale}"><head><title>${document}</title></head><body><h1>${document}</h1>`;
  return {
    key: Buffer.from(`${document}:${locale}`).toString('hex').padEnd(64, '0'),
    document,
    locale,
    parts: middle ? [text, '<p>', { name: 'inviter', context: 'html' }, '</p>'] : [text],
    end: '</body></html>',
    tail: [{ name: 'code', before: '<input type="hidden" name="code" value="', after: '">', context: 'attribute' }],
    opening: '',
    contentSecurityPolicy: "default-src 'none'",
    link: '</assets/font.woff2>; rel=preload; as=font',
    navigation: {
      title: document,
      locale,
      canonical: 'https://www.example.com/',
      css: '',
      theme: 'day',
      behaviours: [],
      body: [`<h1>${document}</h1>`],
    },
    texts: [],
    cost: { inlineScript: 0, inlineStyle: 0, firstImages: [] },
  };
}

/** Why documents are refused. */
export const sampleFinding = {
  rule: 'schema',
  severity: 'error',
  file: 'pages-config/landings/a.json',
  line: 3,
  column: 7,
  path: '',
  message: 'No.',
} as const;
