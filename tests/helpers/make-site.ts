import type { Deployment, DocumentId, ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { Guard, SiteDocument } from '#schemas/generated/documents.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { journeyDocuments as projectDocuments } from './journey-documents.ts';
import { exampleBrand } from './brand.ts';

export type DocumentInput = Partial<Omit<ResolvedDocument, 'guards'>> & {
  readonly id: DocumentId;
  /** Also guards of made-up journeys, and such as do not exist. */
  readonly guards?: readonly (Omit<Guard, 'name'> & { readonly name: string })[];
};

export interface SiteInput {
  readonly revision?: string;
  /** In place of the start landing and the engine's own pages. */
  readonly standard?: readonly DocumentInput[];
  readonly documents?: readonly DocumentInput[];
  readonly config?: Partial<SiteDocument>;
  /** That of a fictitious site when left out. */
  readonly brand?: Site['brand'];
  readonly brands?: Site['brands'];
  readonly deployment?: Partial<Deployment>;
  readonly texts?: Site['texts'];
  readonly experiments?: Site['experiments'];
  readonly journeys?: Site['journeys'];
  /** The project's own when left out. */
  readonly journeyDocuments?: Site['journeyDocuments'];
  readonly forms?: Site['forms'];
}

const image = { src: 'images/satin/wine-29.jpg', decorative: true } as const;

/** A whole site in memory for tests of routing, guards and decisions: a start landing and the engine's own pages. */
export function makeSite({
  revision = '0123456789abcdef',
  standard = standardDocuments,
  documents = [],
  config = {},
  brand = exampleBrand,
  brands = new Map(),
  deployment = {},
  texts = new Map<Locale, ReadonlyMap<string, string>>(),
  experiments = [],
  journeys = [],
  journeyDocuments = projectDocuments(journeys),
  forms = new Map(),
}: SiteInput = {}): Site {
  const all = [...standard, ...documents].map(makeDocument);
  return {
    revision,
    deployment: {
      basePath: '/',
      publicOrigin: 'https://www.example.com',
      webViewScheme: 'com.example.app',
      ...deployment,
    },
    config: {
      $schema: '../schemas/generated/editor/site.schema.json',
      version: 4,
      name: 'The Example Club',
      shortName: 'Example',
      locales: { available: [...locales], default: 'en', strategy: 'prefix_except_default' },
      organization: { legalName: 'Example SE', url: 'https://www.example.com', logo: image },
      image,
      claims: {},
      links: {},
      navigation: { allowedHosts: ['partner.example', '*.shops.example'] },
      cookies: { localeRedirect: 'nuxt-i18n_redirected' },
      forbiddenReferrers: { coupon: ['coupons.example', { contains: 'gutschein' }], search: ['search.example.org'] },
      documents: { notFound: 'pages/error/404', error: 'pages/error/500', denied: 'pages/registration/deny' },
      ...config,
    },
    brand,
    brands,
    documents: new Map(all.map((document) => [document.id, document])),
    experiments,
    texts,
    journeys,
    journeyDocuments,
    forms,
  };
}

export function makeDocument(input: DocumentInput): ResolvedDocument {
  return {
    kind: input.id.startsWith('pages/') ? 'page' : 'landing',
    hash: '0'.repeat(64),
    file: `pages-config/${input.id}.json`,
    bases: [],
    layout: 'default',
    theme: 'day',
    meta: { title: 'meta.title', description: 'meta.description' },
    blocks: [],
    facets: [],
    ...input,
    // The checked edge: `resolve` lets only known names pass.
    guards: (input.guards ?? []) as readonly Guard[],
  };
}

export function makeBlock(input: Partial<ResolvedBlock> & { readonly id: string }): ResolvedBlock {
  return { type: 'hero', area: 'content', props: {}, blocks: [], ...input };
}

const standardDocuments: readonly DocumentInput[] = [
  { id: 'landings/default' },
  { id: 'pages/error/404', route: '/error/404' },
  { id: 'pages/error/500', route: '/error/500' },
  { id: 'pages/registration/deny', route: '/registration/deny' },
  { id: 'pages/about-us', route: '/about-us' },
];
