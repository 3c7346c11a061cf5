import { isObject, objectIn } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { type Content, toDocumentPath } from './content.ts';

const SITE = toDocumentPath('site');

/** Former addresses of the site document, each with its target: a document id with query and hash. */
export type Redirects = ReadonlyMap<string, string>;

export function readRedirects({ files }: Pick<Content, 'files'>): Redirects {
  const { redirects } = objectIn(files.get(SITE));
  const entries = isObject(redirects) ? Object.entries(redirects) : [];
  return new Map(entries.flatMap(([from, to]) => (typeof to === 'string' ? [[from, to] as const] : [])));
}

/** The site document with these redirects, as a file to save; no file when they are the same. */
export function writeRedirects({ files }: Pick<Content, 'files'>, redirects: Redirects): ReadonlyMap<string, string> {
  const text = files.get(SITE);
  if (text === undefined) return new Map();
  const before = objectIn(text);
  const { redirects: _, ...rest } = before;
  const written = Object.fromEntries(redirects);
  const after =
    redirects.size === 0
      ? rest
      : Object.hasOwn(before, 'redirects')
        ? { ...before, redirects: written }
        : { ...rest, redirects: written };
  const changed = rewriteJson(text, before, after);
  return changed === text ? new Map() : new Map([[SITE, changed]]);
}

/**
 * Redirects after a document got another address.
 *
 * @param former where visitors find it now; `null` when nobody has seen it yet
 * @param address its new one; `null` without one
 * @param isFound whether the former one leads to the new one
 */
export function afterMove(
  before: Redirects,
  {
    document,
    former,
    address,
    isFound,
  }: {
    readonly document: DocumentId;
    readonly former: string | null;
    readonly address: string | null;
    readonly isFound: boolean;
  },
): Redirects {
  const after = new Map(before);
  if (former !== null && former !== '/' && former !== address && address !== null) {
    if (isFound) after.set(former, document);
    else if (readTargetDocument(before.get(former)) === document) after.delete(former);
  }
  // What has a document again is no former address.
  if (address !== null) after.delete(address);
  return after;
}

/**
 * Redirects after a document is gone: its address, and those that led to it, lead to another document.
 *
 * @param destination `null`: they are not found
 */
export function afterRemoval(
  before: Redirects,
  gone: { readonly document: DocumentId; readonly former: string | null; readonly destination: DocumentId | null },
): Redirects {
  const { document, former, destination } = gone;
  const after = new Map(before);
  for (const [from, to] of before) {
    if (readTargetDocument(to) !== document) continue;
    if (destination === null) after.delete(from);
    else after.set(from, destination);
  }
  if (former !== null && former !== '/') {
    if (destination === null) after.delete(former);
    else after.set(former, destination);
  }
  return after;
}

/** The document that a redirect leads to. */
export const readTargetDocument = (to = ''): DocumentId => to.split(/[?#]/)[0] ?? '';

/** Pages and landings that visitors may be led to: all with an address but those of staff users. */
export function listDestinations(
  { addresses }: Content,
  not?: DocumentId,
): readonly { readonly id: DocumentId; readonly address: string }[] {
  return [...addresses]
    .filter(([id, address]) => id !== not && address.split('/')[1] !== 'admin')
    .map(([id, address]) => ({ id, address }))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1));
}
