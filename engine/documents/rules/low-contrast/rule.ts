import { computeContrastRatio } from '#engine/shared/contrast.ts';
import type { BrandDocument } from '#schemas/generated/documents.ts';
import { type Brand, buildBrand, resolveColour, type Look } from '../../brand/brand.ts';
import { isObject } from '../../json.ts';
import { readBrand } from '../../brand/read-brand.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { Rule } from '../rule.ts';

/** A foreground and a background colour. */
interface Pair {
  /** Label of the foreground. */
  readonly what: string;
  readonly foreground: string;
  readonly background: string;
  /** Label of the background. */
  readonly on: string;
  /** Positions of either colour, the likeliest cause first. */
  readonly paths: readonly Path[];
  /** Text needs 4.5:1, borders and emblems 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
  readonly least: 4.5 | 3;
}

const TEXT = 4.5;
const LINES = 3;

export const lowContrast: Rule = {
  id: 'low-contrast',
  severity: 'error',
  description: 'Colours of the brand that are used on each other have the contrast of WCAG 2.2 AA.',
  written: function* (document) {
    const written = readBrand(document);
    if (written === null) return;
    const brand = buildBrand(written);
    const pairs = listPairs(brand, written);
    let weak = pairs.filter((pair) => weakness(pair, document.file) !== null);
    if (weak.length === 0) return;
    const causes = listCauses(written, pairs);
    for (let first = weak[0]; first !== undefined; first = weak[0]) {
      const cause = likeliestCause(causes, weak);
      const explained = cause === undefined ? [first] : weak.filter((pair) => cause.pairs.has(pair));
      const finding = weakness(explained[0] ?? first, document.file);
      const path = cause?.path ?? first.paths.find((each) => isWritten(written, each)) ?? [];
      if (finding !== null) yield { ...finding, location: { file: document.file, path } };
      weak = weak.filter((pair) => !explained.includes(pair));
    }
  },
};

/** A written colour, and the pairs that are seen in it, directly or by a default. */
interface Cause {
  readonly path: Path;
  readonly pairs: ReadonlySet<Pair>;
}

/** A colour that no brand has. */
const OTHER = '#010203';

/** What changes with each colour: roles first, then the colours that they name. */
function listCauses(document: BrandDocument, pairs: readonly Pair[]): readonly Cause[] {
  const { colours, day, night, moreContrast, previews, icons, mails, hairline } = document;
  const paths = coloursIn({ day, night, moreContrast, previews, icons, mails, hairline, colours });
  return paths.map((path) => {
    const changed = withValue(document, path, OTHER) as BrandDocument;
    const others = listPairs(buildBrand(changed), changed);
    return {
      path,
      pairs: new Set(
        pairs.filter(
          ({ foreground, background }, index) =>
            foreground !== others[index]?.foreground || background !== others[index].background,
        ),
      ),
    };
  });
}

const coloursIn = (value: unknown, path: Path = []): readonly Path[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => coloursIn(inner, [...path, key]))
    : typeof value === 'string'
      ? [path]
      : [];

function withValue(object: unknown, [key, ...rest]: Path, value: string): unknown {
  if (key === undefined) return value;
  return isObject(object) ? { ...object, [key]: withValue(object[key], rest, value) } : object;
}

/**
 * The colour of which the largest share of its pairs is weak; of equal ones that of more pairs, then the likelier one.
 * One wrong colour is one finding.
 */
function likeliestCause(causes: readonly Cause[], weak: readonly Pair[]): Cause | undefined {
  const rated = causes.map((cause) => {
    const own = weak.filter((pair) => cause.pairs.has(pair));
    const rank = own[0]?.paths.findIndex((path) => path.join('.') === cause.path.join('.')) ?? -1;
    return { cause, share: own.length / cause.pairs.size, count: own.length, rank: rank < 0 ? causes.length : rank };
  });
  return rated
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.share - one.share || other.count - one.count || one.rank - other.rank)[0]?.cause;
}

function weakness(pair: Pair, file: string): FindingDraft | null {
  const { what, foreground, background, on, least } = pair;
  // Another rule reports unknown names.
  if (!isColour(foreground) || !isColour(background)) return null;
  const ratio = computeContrastRatio(foreground, background);
  if (ratio >= least) return null;
  return {
    location: { file, path: [] },
    // Rounded down, so that a smaller value is not shown as 4.5:1.
    message: `${what} in ${foreground} on ${on} in ${background} reaches ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1, and ${least}:1 is the minimum for readability. Use a darker or a lighter colour for one of the two.`,
    expected: `a contrast of ${least}:1 or more (WCAG 2.2 AA)`,
    found: foreground,
    mark: `${what} on ${on}`,
  };
}

const isColour = (value: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(value);

function isWritten(document: BrandDocument, path: Path): boolean {
  let value: unknown = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return true;
}

function listPairs(brand: Brand, document: BrandDocument): readonly Pair[] {
  const { colours, day, night, moreContrast, previews, icons, mails } = brand;
  const card = (theme: 'day' | 'ink'): Pair => {
    const part = theme === 'day' ? 'day' : 'night';
    return {
      what: 'The title of a link preview',
      foreground: previews[theme].text,
      background: previews[theme].ground,
      on: 'its card',
      paths: [
        ['previews', part, 'text'],
        ['previews', part, 'ground'],
        [part, 'text'],
      ],
      least: TEXT,
    };
  };
  const pairs: readonly Pair[] = [
    ...pairsOfLook('day', day, colours),
    ...pairsOfLook('night', night, colours),
    ...pairsOfLook('day', { ...day, ...moreContrast.day }, colours, ['moreContrast', 'day']),
    ...pairsOfLook('night', { ...night, ...moreContrast.night }, colours, ['moreContrast', 'night']),
    card('day'),
    card('ink'),
    {
      what: 'The emblem on home screens',
      foreground: icons.lines,
      background: icons.ground,
      on: 'its ground',
      paths: [
        ['icons', 'lines'],
        ['icons', 'ground'],
        ['day', 'onAccent'],
      ],
      least: LINES,
    },
    ...(['day', 'night'] as const).map((time): Pair => {
      const name = time === 'day' ? 'figure' : 'figureAtNight';
      return {
        what: 'A figure in a mail',
        foreground: mails[time].figure,
        background: mails[time].paper,
        on: 'paper',
        paths: [
          ['mails', name],
          [time, 'accent'],
        ],
        least: TEXT,
      };
    }),
  ];
  return pairs.filter(({ paths }) => paths.some((path) => isWritten(document, path)));
}

/** Pairs of foreground and background of pages and mails. */
function pairsOfLook(
  time: 'day' | 'night',
  look: Look,
  colours: Brand['colours'],
  own: Path = [time],
): readonly Pair[] {
  const pair = (what: string, foreground: keyof Look, background: keyof Look, least: Pair['least']): Pair => ({
    what,
    foreground: resolveColour(colours, look[foreground]),
    background: resolveColour(colours, look[background]),
    on: `"${background}"`,
    paths: [
      [...own, foreground],
      [time, foreground],
      [time, background],
    ],
    least,
  });
  const grounds = ['background', 'surface'] as const;
  const written = ['text', 'mutedText', 'eyebrow', 'accent', 'accentHover', 'error', 'success'] as const;
  return [
    ...written.flatMap((foreground) =>
      grounds.map((background) => pair(`"${foreground}"`, foreground, background, TEXT)),
    ),
    pair('"onAccent"', 'onAccent', 'accent', TEXT),
    pair('"onAccent"', 'onAccent', 'accentHover', TEXT),
    {
      ...pair('"text"', 'text', 'selection', TEXT),
      paths: [
        [...own, 'selection'],
        [time, 'selection'],
        [time, 'text'],
      ],
    },
    ...(['controlLine', 'focus'] as const).flatMap((foreground) =>
      grounds.map((background) => pair(`"${foreground}"`, foreground, background, LINES)),
    ),
  ];
}
