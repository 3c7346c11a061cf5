import { recordLocation } from './inheritance/origin.ts';
import { type JsonObject, isObject, selectObjects } from './json.ts';
import { type MigrationResult, migrateDocument } from './migrations/migrate.ts';
import type { Path } from './source-location.ts';
import type { Source } from './source.ts';
import type { DocumentId, DocumentKind } from './types.ts';

/** A document as written, migrated to the current version. */
export interface WrittenDocument {
  readonly id: DocumentId;
  readonly kind: DocumentKind;
  readonly file: string;
  readonly source: Source;
  /** Empty if the file is not a JSON object or its version is refused. */
  readonly value: JsonObject;
  /** False if only syntax or version of the document can be checked. */
  readonly readable: boolean;
  readonly migration: MigrationResult | undefined;
  /** Fragments used and the document extended, in order of appearance. */
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly to: DocumentId;
  readonly path: Path;
}

/** Files of documents whose names references can have. */
export const DOCUMENT_FILE = /^[a-zA-Z0-9_/-]+\.json$/;

const FOLDERS: Readonly<Record<string, DocumentKind>> = {
  pages: 'page',
  landings: 'landing',
  fragments: 'fragment',
  experiments: 'experiment',
  journeys: 'journey',
  forms: 'form',
  brands: 'brand',
};

/** The folder of `pages-config/` for documents of a kind. */
export const findFolder = (kind: string): string | undefined =>
  Object.entries(FOLDERS).find(([, own]) => own === kind)?.[0];

/** Folders of `pages-config/` that hold documents. */
export const documentFolders: readonly string[] = Object.keys(FOLDERS);

/** Kind and id of a file, or `undefined` if it is not a document. */
export function identify(file: string): { readonly id: DocumentId; readonly kind: DocumentKind } | undefined {
  if (!file.startsWith('pages-config/') || !file.endsWith('.json')) return undefined;
  const id = file.slice('pages-config/'.length, -'.json'.length);
  if (id === 'site' || id === 'brand') return { id, kind: id };
  const kind = id.includes('/') ? FOLDERS[id.slice(0, id.indexOf('/'))] : undefined;
  return kind === undefined ? undefined : { id, kind };
}

/** Reads one document and records the position of every block. */
export function readDocument(id: DocumentId, kind: DocumentKind, source: Source): WrittenDocument {
  const migration = isObject(source.value) ? migrateDocument(kind, source.value) : undefined;
  const value = migration !== undefined && 'document' in migration ? migration.document : undefined;
  const references: Reference[] = [];
  if (value !== undefined) {
    if (typeof value['extends'] === 'string') references.push({ to: value['extends'], path: ['extends'] });
    const note = (blocks: unknown, path: Path): void => {
      if (!Array.isArray(blocks)) return;
      for (const [index, block] of blocks.entries()) {
        if (isObject(block)) noteBlock(block, [...path, index]);
      }
    };
    const noteBlock = (block: JsonObject, path: Path): void => {
      recordLocation(block, source.file, path);
      if (typeof block['fragment'] === 'string')
        references.push({ to: block['fragment'], path: [...path, 'fragment'] });
      note(block['blocks'], [...path, 'blocks']);
    };
    recordLocation(value, source.file, []);
    note(value['blocks'], ['blocks']);
    for (const [index, change] of selectObjects(value['changes']).entries()) {
      note(change['blocks'], ['changes', index, 'blocks']);
      if (isObject(change['with'])) noteBlock(change['with'], ['changes', index, 'with']);
    }
  }
  return {
    id,
    kind,
    file: source.file,
    source,
    value: value ?? {},
    readable: value !== undefined,
    migration,
    references,
  };
}
