import baseCss from '#blocks/base.css?inline';
import tokensCss from '#blocks/tokens.css?inline';
import { placeholderClass } from './render-body.tsx';

/** The page's whole style sheet: fonts, tokens, base, its layout, exactly its blocks, and its pictures' mean colours. */
export function pageStyles(parts: {
  /** `@font-face` rules with `{base}` where the base path goes. */
  readonly fonts: string;
  readonly basePath: string;
  readonly layout: string;
  readonly blocks: readonly string[];
  readonly colours: readonly string[];
}): string {
  const placeholders = parts.colours.map((colour) => `.${placeholderClass(colour)}{background-color:${colour}}`);
  return [parts.fonts.replaceAll('{base}', parts.basePath), tokensCss, baseCss, parts.layout, ...parts.blocks, ...placeholders].join('').replaceAll('\n', '');
}
