import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { InlineText, SiteDocument } from '#schemas/generated/documents.ts';
import type { ImageReference } from '#engine/compile/assets/image-key.ts';
import { exampleBrand } from './brand.ts';

/** A text in all seven languages; languages that are left out repeat the English one. */
export function inlineText(en: string, others: Partial<InlineText> = {}): InlineText {
  return { en, de: en, fr: en, it: en, nl: en, pl: en, sv: en, ...others };
}

/** A small whole site for tests: its document names the images, one landing shows them in blocks. */
export function fixtureSite(options: {
  readonly images: readonly ImageReference[];
  readonly title?: InlineText;
  readonly locales?: SiteDocument['locales']['available'];
}): Site {
  const document = fixtureDocument('landings/default', options.images, options.title ?? inlineText('Fine labels'));
  const landscape = options.images[0] ?? { src: 'images/satin/wine-29.jpg' };
  return {
    revision: '0123456789abcdef',
    deployment: { basePath: '/', publicOrigin: 'https://www.example.com', webViewScheme: '' },
    config: {
      $schema: '../schemas/generated/editor/site.schema.json',
      version: 4,
      name: 'Maison Cercle',
      shortName: 'Cercle',
      locales: { available: options.locales ?? ['en'], default: 'en', strategy: 'prefix' },
      organization: { legalName: 'Maison Cercle', url: 'https://www.example.com', logo: decorative(landscape) },
      image: decorative(landscape),
      claims: {},
      links: {},
      navigation: { allowedHosts: [] },
      cookies: { localeRedirect: 'locale_redirect' },
      forbiddenReferrers: {},
      documents: { notFound: 'pages/not-found', error: 'pages/error', denied: 'pages/denied' },
    },
    brand: exampleBrand,
    documents: new Map([[document.id, document]]),
    experiments: [],
    texts: new Map(),
    journeys: [],
    journeyDocuments: new Map(),
    forms: new Map(),
  };
}

export function fixtureDocument(id: string, images: readonly ImageReference[], title: InlineText): ResolvedDocument {
  return {
    id,
    kind: 'landing',
    hash: '0'.repeat(64),
    file: `pages-config/${id}.json`,
    bases: [],
    layout: 'default',
    theme: 'day',
    guards: [],
    meta: { title, description: inlineText('A private house.'), index: true },
    blocks: images.map((image, index) => ctaBlock(`close-${index + 1}`, image)),
    facets: [],
  };
}

function ctaBlock(id: string, image: ImageReference): ResolvedBlock {
  return { id, type: 'call-to-action', area: 'main', props: { image: decorative(image) }, blocks: [] };
}

function decorative(
  image: ImageReference,
): ImageReference & { readonly grade: 'none' | 'dark' | 'light'; readonly decorative: true } {
  return { grade: 'none', ...image, decorative: true };
}
