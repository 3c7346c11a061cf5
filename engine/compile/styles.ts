import baseCss from '#blocks/base.css?inline';
import formsCss from '#blocks/forms.css?inline';
import sectionsCss from '#blocks/sections.css?inline';
import tokensCss from '#blocks/tokens.css?inline';
import { renderPlaceholderRule } from '#engine/block-kit/render-sink.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import { withBrand } from './brand-styles.ts';
import { createOwnerCache } from './owner-cache.ts';

const brandedStyles = new WeakMap<Brand, Readonly<Record<'tokens' | 'sections', string>>>();

/** The sheets that hold values of a brand. */
function branded(brand: Brand): Readonly<Record<'tokens' | 'sections', string>> {
  const known = brandedStyles.get(brand) ?? {
    tokens: withBrand(tokensCss, brand),
    sections: withBrand(sectionsCss, brand),
  };
  brandedStyles.set(brand, known);
  return known;
}

/** In right-to-left languages arrows point and move to the left. */
const mirrored = '.icon:has(> [href="#i-arrow"]){scale:-1 1;--travel:-8px}';

/** The complete style sheet of a page: fonts, tokens, base, sections and forms if it has any, its layout, its blocks, and the mean colours of its images. */
export function buildPageStyles(parts: {
  /** `@font-face` rules with `{base}` in place of the base path. */
  readonly fonts: string;
  readonly brand: Brand;
  readonly basePath: string;
  readonly layout: string;
  readonly blocks: readonly string[];
  /** Whether a block of the page is a section of the block-kit, or has slots. */
  readonly hasSections: boolean;
  /** Whether a block of the page has a form. */
  readonly hasForms: boolean;
  readonly colours: readonly string[];
  /** See `buildConditionStyles`. */
  readonly conditions: readonly string[];
  readonly direction: 'ltr' | 'rtl';
}): string {
  const sheets = branded(parts.brand);
  // An island's element generates no box.
  const islands = '[data-island]{display:contents}';
  const placeholders = parts.colours.map(renderPlaceholderRule);
  return [
    parts.fonts.replaceAll('{base}', parts.basePath),
    sheets.tokens,
    baseCss,
    parts.hasSections ? sheets.sections : '',
    parts.hasForms ? formsCss : '',
    islands,
    parts.layout,
    ...parts.blocks,
    ...placeholders,
    ...parts.conditions,
    parts.direction === 'rtl' ? mirrored : '',
  ]
    .join('')
    .replaceAll('\n', '');
}

/** Cache of style sheets by all their inputs. */
export type StyleCache = (brand: Brand, dependsOn: readonly unknown[], make: () => string) => string;

/** The languages of a document are compiled in sequence: a few cached sheets are enough. */
const MAX_SHEETS = 16;

/** @returns Of one compiler, whose blocks and fonts never change. */
export function createStyleCache(): StyleCache {
  const sheets = createOwnerCache<Brand, string>(MAX_SHEETS);
  return (brand, dependsOn, make) => sheets(brand, JSON.stringify(dependsOn), make);
}
