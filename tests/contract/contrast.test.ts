import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withBrand } from '#engine/compile/brand-styles.ts';
import { projectBrand } from '#tests/helpers/brand.ts';

type Colour = readonly [red: number, green: number, blue: number];

const css = withBrand(readFileSync('blocks/tokens.css', 'utf8'), projectBrand()).replaceAll(/\s+/g, ' ');
const [normal = '', more = ''] = css.split('@media (prefers-contrast: more)');
const tokens = { normal: declarations(normal), more: { ...declarations(normal), ...declarations(more) } };

/** Text needs 4.5:1, the edge of a control and the focus ring 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
  ...['text', 'text-muted', 'eyebrow', 'accent', 'accent-hover', 'error', 'success'].flatMap(
    (front) =>
      [
        [front, 'bg', 4.5],
        [front, 'surface', 4.5],
      ] as const,
  ),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  // A button under the pointer turns round.
  ['bg', 'text', 4.5],
  ['text', 'selection', 4.5],
  ...['line-control', 'focus'].flatMap(
    (front) =>
      [
        [front, 'bg', 3],
        [front, 'surface', 3],
      ] as const,
  ),
];

const cases = (['normal', 'more'] as const).flatMap((contrast) =>
  (['day', 'ink'] as const).flatMap((theme) =>
    pairs.map(([front, back, least]) => ({ contrast, theme, front, back, least })),
  ),
);

test.each(cases)(
  '$front on $back reaches $least:1 ($theme theme, $contrast contrast)',
  ({ contrast, theme, front, back, least }) => {
    const colour = (name: string) => resolve(`var(--${name})`, tokens[contrast], theme);
    expect(ratio(colour(front), colour(back))).toBeGreaterThanOrEqual(least);
  },
);

test('the ratio of black on white is 21:1, as WCAG defines it', () => {
  expect(ratio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
});

function declarations(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function resolve(value: string, values: Record<string, string>, theme: 'day' | 'ink'): Colour {
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  if (reference?.[1] !== undefined) {
    const target = values[reference[1]];
    if (target === undefined) throw new Error(`blocks/tokens.css has no "--${reference[1]}".`);
    return resolve(target, values, theme);
  }
  const themed = /^light-dark\( ?(.+?), (.+?) ?\)$/.exec(value);
  if (themed !== null) return resolve(themed[theme === 'day' ? 1 : 2] ?? '', values, theme);
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(value) ?? [];
  if (red === undefined || green === undefined || blue === undefined) {
    throw new Error(`Expected an opaque colour such as "#14120f", found "${value}".`);
  }
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
function ratio(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
