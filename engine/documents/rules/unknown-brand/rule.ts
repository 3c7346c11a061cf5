import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { Path } from '../../source-location.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const unknownBrand: Rule = {
  id: 'unknown-brand',
  severity: 'error',
  description: 'Every brand that a page or a landing names exists.',
  project: function* ({ written, references: { brands } }) {
    for (const document of written.values()) {
      for (const { path, brand } of listNamedBrands(document)) {
        // The schema reports a wrong prefix.
        if (!brand.startsWith('brands/') || brands.has(brand)) continue;
        yield {
          location: { file: document.file, path },
          message: `There is no brand "${brand}"; the file "pages-config/${brand}.json" does not exist.`,
          expected: brands.size === 0 ? 'a document in pages-config/brands/' : `one of ${[...brands].join(', ')}`,
          found: brand,
          suggestion: suggestName(brand, brands),
        };
      }
    }
  },
};

function listNamedBrands({ kind, value }: WrittenDocument): readonly { readonly path: Path; readonly brand: string }[] {
  if (kind !== 'page' && kind !== 'landing') return [];
  const changed = selectObjects(value['changes']).map(({ set }, index) => ({
    path: ['changes', index, 'set', 'brand'],
    brand: isObject(set) ? set['brand'] : undefined,
  }));
  return [{ path: ['brand'], brand: value['brand'] }, ...changed].flatMap(({ path, brand }) =>
    typeof brand === 'string' ? [{ path, brand }] : [],
  );
}
