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
 * @param former its live addresses; none when it was never published
 * @param addresses its new ones
 * @param isFound whether former addresses redirect to the new one
 */
export function updateRedirectsAfterMove(
  before: Redirects,
  {
    document,
    former,
    addresses,
    isFound,
  }: {
    readonly document: DocumentId;
    readonly former: readonly string[];
    readonly addresses: readonly string[];
    readonly isFound: boolean;
  },
): Redirects {
  const after = new Map(before);
  for (const address of addresses.length === 0 ? [] : former) {
    if (isFound) after.set(address, document);
    else if (readTargetDocument(before.get(address)) === document) after.delete(address);
  }
  // An address that a document has, or has again, is not redirected.
  for (const address of addresses) after.delete(address);
  return after;
}

/**
 * Redirects after a document was removed: its addresses, and redirects to it, lead to another document.
 *
 * @param destination `null`: the addresses return 404
 */
export function updateRedirectsAfterRemoval(
  before: Redirects,
  gone: { readonly document: DocumentId; readonly former: readonly string[]; readonly destination: DocumentId | null },
): Redirects {
  const { document, former, destination } = gone;
  const after = new Map(before);
  for (const [from, to] of before) {
    if (readTargetDocument(to) !== document) continue;
    if (destination === null) after.delete(from);
    else after.set(from, destination);
  }
  for (const address of former) {
    if (destination === null) after.delete(address);
    else after.set(address, destination);
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
