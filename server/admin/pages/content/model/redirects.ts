import { isObject, parseObject } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { type Content, toDocumentPath } from './content.ts';

const SITE = toDocumentPath('site');

/** Redirects of the site document: target by former address; a target is a document id with query and hash. */
export type Redirects = ReadonlyMap<string, string>;

export function readRedirects({ files }: Pick<Content, 'files'>): Redirects {
  const { redirects } = parseObject(files.get(SITE));
  const entries = isObject(redirects) ? Object.entries(redirects) : [];
  return new Map(entries.flatMap(([from, to]) => (typeof to === 'string' ? [[from, to] as const] : [])));
}

/** The site document with these redirects, as a file to save; no file when nothing changes. */
export function writeRedirects({ files }: Pick<Content, 'files'>, redirects: Redirects): ReadonlyMap<string, string> {
  const text = files.get(SITE);
  if (text === undefined) return new Map();
  const before = parseObject(text);
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
 * Redirects after a document moved.
 *
 * @param former its live address; `null` when it was never published
 * @param address its new one; `null` without one
 * @param isFound whether the former address redirects to the new one
 */
export function updateRedirectsAfterMove(
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
  // An address that a document has again is not redirected.
  if (address !== null) after.delete(address);
  return after;
}

/**
 * Redirects after a document was removed: its address, and redirects to it, lead to another document.
 *
 * @param destination `null`: the addresses return 404
 */
export function updateRedirectsAfterRemoval(
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

/** The target document of a redirect. */
export const readTargetDocument = (to = ''): DocumentId => to.split(/[?#]/)[0] ?? '';

/** Possible redirect targets: all pages and landings with an address, without those of staff users. */
export function listDestinations(
  { addresses }: Content,
  not?: DocumentId,
): readonly { readonly id: DocumentId; readonly address: string }[] {
  return [...addresses]
    .filter(([id, address]) => id !== not && address.split('/')[1] !== 'admin')
    .map(([id, address]) => ({ id, address }))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1));
}
