import { UserError } from '#engine/shared/errors.ts';
import { chooseVersion } from '#engine/shared/policy-version.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { BoundTarget } from '#engine/i18n/types.ts';
import type { Target } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { buildHref } from './links.ts';
import { checkNavigation } from './navigation.ts';
import { type RoutedSite, createRouteTable } from './route-table.ts';
import { splitUrl } from './split-url.ts';

export type LinkedSite = RoutedSite & {
  readonly config: Pick<Site['config'], 'locales' | 'links' | 'navigation' | 'policies' | 'demonstration'>;
};

export type TargetResult =
  | { readonly ok: true; readonly target: BoundTarget }
  /** A sentence that quotes the target and says what to do. */
  | { readonly ok: false; readonly message: string };

const ANCHOR = /^#[A-Za-z][A-Za-z0-9_/-]*$/;
const DOCUMENT = /^(?:pages|landings)\//;

/**
 * Parses a target of a document (`schemas/target.schema.json`): a document id with query and hash, `#anchor`, `link:name`,
 * or an absolute URL that `checkNavigation` allows. Never throws.
 */
export function readTarget(site: LinkedSite, target: Target, locale: Locale): TargetResult {
  if (!target.startsWith('link:')) return readDirectTarget(site, target, locale);
  const name = target.slice('link:'.length);
  const link = Object.hasOwn(site.config.links, name) ? site.config.links[name] : undefined;
  if (link === undefined)
    return { ok: false, message: `The link "${target}" is not named in "links" of pages-config/site.json.` };
  const named = typeof link === 'string' ? link : link[locale];
  if (named.startsWith('link:')) {
    return {
      ok: false,
      message: `The link "${target}" leads to another named link, "${named}". Write its target itself.`,
    };
  }
  return readDirectTarget(site, named, locale, name);
}

/** The target bound to a page's language and base path. Throws an `Error` for a target that `npm run check` refuses. */
export function bindTarget(site: LinkedSite, target: Target, locale: Locale): BoundTarget {
  const result = readTarget(site, target, locale);
  if (!result.ok) throw new UserError(result.message);
  return result.target;
}

/** @param name Name of the link. */
function readDirectTarget(site: LinkedSite, target: Target, locale: Locale, name?: string): TargetResult {
  if (ANCHOR.test(target)) return { ok: true, target: { href: target.replaceAll('/', '-'), external: false } };
  if (DOCUMENT.test(target)) return readDocumentTarget(site, target, locale);
  if (/^[/?#]/.test(target)) {
    return {
      ok: false,
      message: `The target "${target}" is a path. Name the document instead, such as "pages/about-us", or an anchor such as "#join".`,
    };
  }
  const check = checkNavigation(target, site);
  if (!check.ok) return check;
  // Also of this site, so that pages are the same at every origin.
  const external = /^https?:/i.test(target);
  const instead = external ? findDemonstrationTarget(name, site) : null;
  if (instead !== null) return readDocumentTarget(site, instead, locale);
  return { ok: true, target: { href: target, external } };
}

/** The replacement for another site in demo mode; `null` in production. */
function findDemonstrationTarget(name: string | undefined, { config, deployment }: LinkedSite): Target | null {
  if (deployment.demonstration !== true || config.demonstration === undefined) return null;
  const { document, links = {} } = config.demonstration;
  return (name === undefined ? undefined : links[name]) ?? document;
}

function readDocumentTarget(site: LinkedSite, target: Target, locale: Locale): TargetResult {
  const { path: document, query, hash } = splitUrl(target);
  if (!createRouteTable(site).paths.has(document)) {
    const problem = site.documents.has(document) ? 'has no address of its own' : 'does not exist';
    return { ok: false, message: `The document "${document}" ${problem}. Link to a page or to a landing with a slug.` };
  }
  const check = checkNavigation(`/?${query}#${hash}`, site);
  if (!check.ok) return check;
  const href = buildHref(site, { document, locale, query, hash });
  return { ok: true, target: { href, external: false, ...policyTarget(site, document, locale) } };
}

/** Targets of a policy by country (S11), with the version of each. */
function policyTarget(
  site: LinkedSite,
  document: DocumentId,
  locale: Locale,
): Pick<BoundTarget, 'countries' | 'accepts'> {
  const [name, policy] =
    Object.entries(site.config.policies ?? {}).find(([, known]) => known.document === document) ?? [];
  if (name === undefined || policy === undefined) return {};
  const pages = Object.entries(policy.countries ?? {}).filter(([, own]) =>
    createRouteTable(site).paths.has(own.document),
  );
  const countries = Object.fromEntries(
    pages.map(([country, own]) => [country, buildHref(site, { document: own.document, locale })]),
  );
  const accepts = Object.fromEntries(
    ['', ...Object.keys(countries)].map((country) => [country, `${name}:${chooseVersion(policy, country)}`]),
  );
  return { ...(pages.length > 0 && { countries }), accepts };
}
