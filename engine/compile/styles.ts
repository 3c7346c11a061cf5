import baseCss from '#blocks/base.css?inline';
import formsCss from '#blocks/forms.css?inline';
import tokensCss from '#blocks/tokens.css?inline';
import { placeholderClass } from '#engine/block-kit/render-sink.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import { withBrand } from './brand-styles.ts';
import { keptFor } from './kept-for.ts';

const tokensOf = new WeakMap<Brand, string>();

/** The design tokens in the look of a brand. */
function tokens(brand: Brand): string {
  const known = tokensOf.get(brand) ?? withBrand(tokensCss, brand);
  tokensOf.set(brand, known);
  return known;
}

/** Where lines go from right to left, arrows lead to the left and move there. */
const mirrored = '.icon:has(> [href="#i-arrow"]){scale:-1 1;--travel:-8px}';

/** The page's whole style sheet: fonts, tokens, base, forms if it has any, its layout, exactly its blocks, and its pictures' mean colours. */
export function pageStyles(parts: {
  /** `@font-face` rules with `{base}` where the base path goes. */
  readonly fonts: string;
  readonly brand: Brand;
  readonly basePath: string;
  readonly layout: string;
  readonly blocks: readonly string[];
  /** Whether a block of the page announces a form. */
  readonly hasForms: boolean;
  readonly colours: readonly string[];
  readonly direction: 'ltr' | 'rtl';
}): string {
  // An island's element is not a box of its own.
  const islands = '[data-island]{display:contents}';
  const placeholders = parts.colours.map((colour) => `.${placeholderClass(colour)}{background-color:${colour}}`);
  return [
    parts.fonts.replaceAll('{base}', parts.basePath),
    tokens(parts.brand),
    baseCss,
    parts.hasForms ? formsCss : '',
    islands,
    parts.layout,
    ...parts.blocks,
    ...placeholders,
    parts.direction === 'rtl' ? mirrored : '',
  ]
    .join('')
    .replaceAll('\n', '');
}

/** A style sheet by everything of a compiler's pages that it depends on, made once for all of them that look alike. */
export type KeptStyles = (brand: Brand, dependsOn: readonly unknown[], make: () => string) => string;

/** Pages follow one another in all languages of a document: a few sheets are enough to make each once. */
const MOST_SHEETS = 16;

/** @returns Of one compiler, whose blocks and fonts never change. */
export function keptStyles(): KeptStyles {
  const sheets = keptFor<Brand, string>(MOST_SHEETS);
  return (brand, dependsOn, make) => sheets(brand, JSON.stringify(dependsOn), make);
}
