import type { ExpandedDocument } from '../inheritance/expander.ts';
import { listStrings } from '../json.ts';
import type { DocumentId } from '../types.ts';
import type { WrittenDocument } from '../written.ts';

/** Form documents that blocks of a page name. */
export function listNamedFormDocuments(
  { blocks }: Pick<ExpandedDocument, 'blocks'>,
  written: ReadonlyMap<DocumentId, WrittenDocument>,
): readonly WrittenDocument[] {
  const named = new Set(listStrings(blocks)).values();
  return [...named].flatMap((name) => written.get(name) ?? []).filter(({ kind }) => kind === 'form');
}
