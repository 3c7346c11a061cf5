import type { DocumentId } from '#engine/documents/types.ts';
import { locate } from '#engine/routing/locate.ts';
import type { SitePlan } from '../plan.ts';

/** The document that replaces the tested one for a variation. */
export interface DocumentVariation {
  /** The tested document itself, a variant of it, or another landing, which may not exist. */
  readonly variant: DocumentId;
  /** Visitors are redirected to its own URL. */
  readonly redirects: boolean;
}

/**
 * Reads the value of a feature about a document: the id of a document, `{ "redirect": "<id>" }`, or `{ "urlRedirect": "<URL>" }` of a
 * URL redirect. No value, or the document's own id, means the document itself.
 */
export function readDocumentVariation(value: unknown, id: DocumentId, plan: SitePlan): DocumentVariation {
  if (typeof value === 'string') return { variant: value === '' ? id : value, redirects: false };
  const target = redirectTarget(value, plan);
  return { variant: target ?? id, redirects: target !== null && target !== id };
}

function redirectTarget(value: unknown, plan: SitePlan): DocumentId | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('redirect' in value && typeof value.redirect === 'string') return value.redirect;
  if (!('urlRedirect' in value) || typeof value.urlRedirect !== 'string' || value.urlRedirect === '') return null;
  return documentAt(value.urlRedirect, plan) ?? value.urlRedirect;
}

/** The document at a URL of this site; the language in the URL is ignored. */
function documentAt(url: string, { site, table }: SitePlan): DocumentId | null {
  const { publicOrigin } = site.deployment;
  const parsed = URL.parse(url, publicOrigin);
  if (parsed === null || parsed.origin !== new URL(publicOrigin).origin) return null;
  const location = locate(parsed.pathname, table);
  return (location && table.routes.get(location.path)?.document) ?? null;
}
