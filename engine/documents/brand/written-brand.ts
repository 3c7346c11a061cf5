import type { BrandDocument } from '#schemas/generated/documents.ts';
import { hasItsShape } from '../shape/validate.ts';
import type { WrittenDocument } from '../written.ts';

/** A brand document that can be read as its type says; `null` for other documents and for one that has another shape. */
export function readBrand(document: WrittenDocument | undefined): BrandDocument | null {
  if (document?.kind !== 'brand' || !hasItsShape(document)) return null;
  // Its validator has seen this value.
  return document.value as unknown as BrandDocument;
}
