import type { BrandDocument } from '#schemas/generated/documents.ts';
import { hasItsShape } from '../schema-errors/validate.ts';
import type { WrittenDocument } from '../written.ts';

/** A valid brand document; `null` for other documents and for an invalid one. */
export function readBrand(document: WrittenDocument | undefined): BrandDocument | null {
  if (document?.kind !== 'brand' || !hasItsShape(document)) return null;
  // Validated above.
  return document.value as unknown as BrandDocument;
}
