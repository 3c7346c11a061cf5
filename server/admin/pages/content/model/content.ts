import { Expander, type ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { isObject } from '#engine/documents/json.ts';
import { type ProjectFiles, readFiles } from '#engine/documents/read-files.ts';
import { listRoutes } from '#engine/documents/routes.ts';
import { readTexts, type TextStore } from '#engine/documents/texts.ts';
import type { DocumentId, DocumentKind } from '#engine/documents/types.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { fillText } from './fill-text.ts';
import type { Publications } from '#server/site/publications/publications.ts';

/** Live documents and texts, or those with a draft applied. */
export interface Content {
  readonly files: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<DocumentId, WrittenDocument>;
  /** Readable pages, landings and fragments with inheritance and fragments expanded. */
  readonly expanded: ReadonlyMap<DocumentId, ExpandedDocument>;
  readonly texts: TextStore;
  /** Addresses of pages and landings. */
  readonly addresses: ReadonlyMap<DocumentId, string>;
  /** Documents by their addresses, including those in one language. */
  readonly documentsByAddress: ReadonlyMap<string, DocumentId>;
}

/** Reads the content with a draft applied, and with unsaved files applied on top of it. */
export type ReadContent = (draft?: string, edited?: ReadonlyMap<string, string>) => Promise<Content>;

/** Kinds that are lists of blocks, or variants of one. */
const withBlocks: ReadonlySet<DocumentKind> = new Set(['page', 'landing', 'fragment']);

/** Unchanged files are not parsed again. */
export function createContentReader(publications: Pick<Publications, 'readContent'>): ReadContent {
  let last: { readonly read: ProjectFiles; readonly content: Content } | undefined;
  return async (draft, edited = new Map()) => {
    const stored = await publications.readContent(draft);
    const files = edited.size === 0 ? stored : new Map([...stored, ...edited]);
    const read = readFiles({ layers: [{ name: 'published', files }] }, last?.read);
    const expander = new Expander(read.written, last?.content.expanded ?? new Map());
    const expanded = new Map<DocumentId, ExpandedDocument>();
    for (const [id, { kind }] of read.written) {
      const document = withBlocks.has(kind) ? expander.expand(id) : undefined;
      if (document !== undefined) expanded.set(id, document);
    }
    const texts = last?.read.texts === read.texts ? last.content.texts : readTexts(read.texts);
    const routes = listRoutes(expanded.values());
    const own = routes.filter(({ locale }) => locale === undefined);
    const content = {
      files,
      documents: read.written,
      expanded,
      texts,
      addresses: new Map(own.map(({ document, path }) => [document, path])),
      documentsByAddress: new Map(routes.map(({ document, path }) => [path, document])),
    };
    last = { read, content };
    return content;
  };
}

export const toDocumentPath = (id: DocumentId): string => `pages-config/${id}.json`;

/** Ids of further brands. */
export const listBrands = ({ documents }: Pick<Content, 'documents'>): readonly DocumentId[] =>
  [...documents.values()].flatMap(({ id, kind }) => (kind === 'brand' && id !== 'brand' ? [id] : []));

/** The title of a page in a language, with the name of its brand or of the site; `null` without one. */
export function readPageTitle(
  { documents, expanded, texts }: Pick<Content, 'documents' | 'expanded' | 'texts'>,
  id: DocumentId,
  locale: Locale,
): string | null {
  const { meta, brand } = expanded.get(id)?.head ?? {};
  const title = isObject(meta) ? meta['title'] : undefined;
  const own = isObject(title) ? title[locale] : undefined;
  const text = typeof title === 'string' ? texts.keys.get(title)?.get(locale)?.text : own;
  const readName = (holder: string): unknown => documents.get(holder)?.value['name'];
  const name = (typeof brand === 'string' ? readName(brand) : undefined) ?? readName('site');
  const claims = documents.get('site')?.value['claims'];
  return typeof text === 'string' ? fillText(text, { locale, claims, site: String(name) }) : null;
}

/** Path for visitors, without base path and language; `null` for documents without an address. */
export const getPageAddress = ({ addresses }: Pick<Content, 'addresses'>, id: DocumentId): string | null =>
  addresses.get(id) ?? null;

/** All addresses of a document, also those in one language; without the start page, whose address is fixed. */
export const listAddresses = (
  { documentsByAddress }: Pick<Content, 'documentsByAddress'>,
  id: DocumentId,
): readonly string[] =>
  [...documentsByAddress].flatMap(([address, document]) => (document === id && address !== '/' ? [address] : []));
