import type { BrandDocument } from '#schemas/generated/documents.ts';
import { hasItsShape } from '../schema-errors/validate.ts';
import type { DocumentId } from '../types.ts';
import type { WrittenDocument } from '../written.ts';

/** A valid brand document; `null` for other documents and for an invalid one. */
export function readBrand(document: WrittenDocument | undefined): BrandDocument | null {
  if (document?.kind !== 'brand' || !hasItsShape(document)) return null;
  // Validated above.
  return document.value as unknown as BrandDocument;
}

/** All valid brand documents; the brand of the site has the id `brand`. */
export function* readBrands(
  written: ReadonlyMap<DocumentId, WrittenDocument>,
): Generator<{ readonly id: DocumentId; readonly file: string; readonly brand: BrandDocument }> {
  for (const document of written.values()) {
    const brand = readBrand(document);
    if (brand !== null) yield { id: document.id, file: document.file, brand };
  }
}
