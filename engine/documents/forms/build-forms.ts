import type { FormDocument } from '#schemas/generated/documents.ts';
import { deepFreeze } from '../json.ts';
import type { Site } from '../types.ts';
import type { WrittenDocument } from '../written.ts';

/** Form documents by id; only for valid documents. */
export function buildForms(written: Iterable<WrittenDocument>): Site['forms'] {
  return new Map(
    [...written]
      .filter(({ kind, readable }) => kind === 'form' && readable)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      // Validated as forms.
      .map(({ id, value }) => [id, deepFreeze(value) as unknown as FormDocument]),
  );
}
