import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The part of a site that routing reads; a client may pass a small object of the same type. */
export type RoutedSite = Pick<Site, 'deployment' | 'documents'> & {
  readonly config: Pick<Site['config'], 'locales' | 'redirects'> & {
    readonly documents?: Pick<Site['config']['documents'], 'start'>;
  };
};

export interface Route {
  readonly kind: 'page' | 'landing';
  readonly document: DocumentId;
}

/** URL data that depends on the site only. */
export interface RouteTable {
  /** Base path without trailing slash: empty or such as `/shop`. */
  readonly base: string;
  readonly strategy: 'prefix' | 'no_prefix' | 'prefix_except_default';
  readonly defaultLocale: Locale;
  readonly available: readonly Locale[];
  /** Language by its text in URL, query or cookie. */
  readonly locales: ReadonlyMap<string, Locale>;
  /** Path without base path and prefix → document: pages first, then the start landing at `/`, then landings by slug. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Document → its own path; a landing without a slug has none. */
  readonly paths: ReadonlyMap<DocumentId, string>;
  /** Own path → paths in the languages that have one of their own. */
  readonly localPaths: ReadonlyMap<string, Readonly<Partial<Record<Locale, string>>>>;
  /** Path in a language → own path. */
  readonly pathsByLocalPath: ReadonlyMap<string, string>;
  /** Former path without base path and prefix → its target: a document id with query and hash. */
  readonly redirects: ReadonlyMap<string, string>;
}

const tables = new WeakMap<RoutedSite, RouteTable>();

/** The table of a site, built once per revision. */
export function createRouteTable(site: RoutedSite): RouteTable {
  const known = tables.get(site);
  if (known !== undefined) return known;
  const table = makeTable(site);
  tables.set(site, table);
  return table;
}

function makeTable({ deployment, config, documents }: RoutedSite): RouteTable {
  const routes = new Map<string, Route>();
  const paths = new Map<DocumentId, string>();
  const add = (path: string, kind: Route['kind'], document: DocumentId): void => {
    paths.set(document, path);
    if (!routes.has(path)) routes.set(path, { kind, document });
  };
  for (const document of documents.values()) {
    if (document.kind === 'page' && document.route !== undefined) add(document.route, 'page', document.id);
  }
  const start = config.documents?.start ?? DEFAULT_LANDING;
  if (documents.has(start)) add('/', 'landing', start);
  for (const document of documents.values()) {
    if (document.kind === 'landing' && document.slug !== undefined && document.id !== DEFAULT_LANDING) {
      add(`/${document.slug}`, 'landing', document.id);
    }
  }
  // Their URL is the start page, although another landing may be shown there without a code.
  for (const id of [start, DEFAULT_LANDING]) if (documents.has(id)) paths.set(id, '/');
  const { available, default: defaultLocale, strategy } = config.locales;
  const localPaths = new Map<string, Readonly<Partial<Record<Locale, string>>>>();
  const pathsByLocalPath = new Map<string, string>();
  // Addresses without a language cannot differ by language; that of the start page is the prefix alone.
  for (const { id, addresses } of strategy === 'no_prefix' ? [] : documents.values()) {
    const path = paths.get(id) ?? '/';
    if (addresses === undefined || path === '/') continue;
    localPaths.set(path, addresses);
    for (const local of Object.values(addresses)) if (!routes.has(local)) pathsByLocalPath.set(local, path);
  }
  return {
    base: deployment.basePath.slice(0, -1),
    strategy,
    defaultLocale,
    available,
    locales: new Map(available.map((locale) => [locale, locale])),
    routes,
    paths,
    localPaths,
    pathsByLocalPath,
    redirects: new Map(Object.entries(config.redirects ?? {})),
  };
}
