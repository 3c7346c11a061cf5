import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, buildBrand } from '#engine/documents/brand/brand.ts';
import type { BrandDocument } from '#schemas/generated/documents.ts';

const root = join(import.meta.dirname, '../..');

/** A brand document as it is written. */
const readBrandDocument = (file: string): BrandDocument =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as BrandDocument;

/** A fictitious brand with the required properties alone. */
export const exampleBrandDocument: BrandDocument = readBrandDocument(
  'tests/invalid-projects/project/pages-config/brand.json',
);
export const exampleBrand: Brand = buildBrand(exampleBrandDocument);

let own: Brand | undefined;

/** The brand of this project's own site. */
export const projectBrand = (): Brand => (own ??= buildBrand(readBrandDocument('pages-config/brand.json')));
