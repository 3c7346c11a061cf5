import { InternalError } from '#engine/shared/errors.ts';
import type { Brand, Contrast, Look } from '#engine/documents/brand/brand.ts';
import type { BrandFont } from '#schemas/generated/documents.ts';

/**
 * A style sheet with the values of a brand in place of `--brand-colours: …` and of every `var(--brand-…)`. They are inserted at compile
 * time and not declared as properties, so that pages contain them once.
 */
export function withBrand(css: string, brand: Brand): string {
  const values = collectValues(brand);
  return css
    .replaceAll(/--brand-colours:\s*initial(;?)/g, (_, end: string) => declarations(brand.colours) + end)
    .replaceAll(/var\(--brand-([\w-]+)\)/g, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined)
        throw new InternalError(`A style sheet asks for "--brand-${name}", which brands do not define.`);
      return value;
    });
}

const declarations = (colours: Brand['colours']): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--c-${name}:${colour.toLowerCase()}`)
    .join(';');

function collectValues({ day, night, moreContrast, hairline, fonts }: Brand): ReadonlyMap<string, string> {
  const roles = (prefix: string, look: Look | Contrast): [string, string][] =>
    Object.entries(look).map(([role, value]: [string, string]) => [`${prefix}-${role}`, written(value)]);
  return new Map([
    ...roles('day', day),
    ...roles('night', night),
    ...roles('contrast-day', moreContrast.day),
    ...roles('contrast-night', moreContrast.night),
    ['hairline', written(hairline)],
    ['display', formatFontStack(fonts.display)],
    ['text', formatFontStack(fonts.text)],
  ]);
}

const written = (value: string): string => (value.startsWith('#') ? value.toLowerCase() : `var(--c-${value})`);

const formatFontStack = ({ family, similar }: BrandFont): string =>
  [`${family} Variable`, ...similar].map((name) => (name.includes(' ') ? `"${name}"` : name)).join(', ');
