import type { Template } from '#engine/compile/types.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { exampleBrand } from './brand.ts';

/** A site of three documents, made by hand: enough to send pages without reading any file. */
export function sampleSite(revision = '0123456789abcdef'): Site {
  const image = { image: 'images/satin/ivory-8.jpg', alt: null };
  const document = (id: string, more: Partial<ResolvedDocument> = {}): ResolvedDocument => ({
    id,
    kind: 'page',
    hash: id,
    file: `pages-config/${id}.json`,
    bases: [],
    layout: 'page',
    theme: 'day',
    guards: [],
    meta: { title: 'a.title', description: 'a.description', index: true },
    blocks: [],
    facets: [],
    ...more,
  });
  const documents = [
    document('landings/default', { kind: 'landing' }),
    document('pages/not-found', { route: '/error/404', meta: { title: 'a', description: 'b', index: false } }),
    document('pages/error', { route: '/error/500', meta: { title: 'a', description: 'b', index: false } }),
  ];
  const config = {
    $schema: '',
    version: 4,
    name: 'Sample',
    shortName: 'Sample',
    locales: { available: ['en', 'de'], default: 'en', strategy: 'prefix' },
    organization: { legalName: 'Sample', url: 'https://www.example.com', logo: image },
    image,
    claims: {},
    links: {},
    navigation: { allowedHosts: [] },
    cookies: { localeRedirect: 'lang' },
    forbiddenReferrers: {},
    documents: { notFound: 'pages/not-found', error: 'pages/error', denied: 'pages/error' },
  };
  return {
    revision,
    deployment: { basePath: '/', publicOrigin: 'https://www.example.com', webViewScheme: '' },
    // Only what the server reads of the site document matters here.
    config: config as unknown as Site['config'],
    brand: exampleBrand,
    documents: new Map(documents.map((each) => [each.id, each])),
    experiments: [],
    texts: new Map(),
    journeys: [],
    journeyDocuments: new Map(),
    forms: new Map(),
  };
}

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
