import type { DocumentId } from '#engine/documents/types.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import { toDocumentPath } from './content.ts';

/** The file of a new variant without changes. */
export function createVariant(
  { id: base, value }: WrittenDocument,
  id: DocumentId,
  slug = '',
): ReadonlyMap<string, string> {
  const document = {
    $schema: `${'../'.repeat(id.split('/').length)}schemas/generated/editor/landing.schema.json`,
    version: value['version'],
    ...(slug !== '' && { slug }),
    extends: base,
    changes: [],
  };
  return new Map([[toDocumentPath(id), `${JSON.stringify(document, null, 2)}\n`]]);
}
