import { contrastRatio } from '#engine/shared/contrast.ts';
import type { BrandDocument } from '#schemas/generated/documents.ts';
import { type Brand, buildBrand, resolveColour, type Look } from '../../brand/brand.ts';
import { readBrand } from '../../brand/read-brand.ts';
import type { Path, Remark } from '../../place.ts';
import type { Rule } from '../rule.ts';

/** A foreground and a background colour. */
interface Pair {
  /** Label of the foreground. */
  readonly what: string;
  readonly front: string;
  readonly back: string;
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
  description: 'Colours of the brand that are seen on each other reach the contrast of WCAG 2.2 AA.',
  written: function* (document) {
    const written = readBrand(document);
    if (written === null) return;
    const brand = buildBrand(written);
    const pairs = listPairs(brand, written).map((pair) => ({
      paths: causesOf(pair, written),
      remark: weakness(pair, document.file),
    }));
    let weak = pairs.flatMap(({ remark, paths }) => (remark === null ? [] : [{ remark, paths }]));
    for (let first = weak[0]; first !== undefined; first = weak[0]) {
      const cause = likeliestCause(weak, pairs) ?? first.paths[0] ?? [];
      const explained = weak.filter((each) => each === first || hasPath(each.paths, cause));
      const [shown = first] = explained.filter(({ paths }) => hasPath(paths, cause));
      yield { ...shown.remark, place: { file: document.file, path: cause } };
      weak = weak.filter((each) => !explained.includes(each));
    }
  },
};

interface WithCauses {
  readonly paths: readonly Path[];
}

/** Where the colours of a pair are written: as roles, then as colours with a name. */
function causesOf({ paths }: Pair, document: BrandDocument): readonly Path[] {
  const written = paths.filter((path) => isWritten(document, path));
  const named = written.flatMap((path): Path[] => {
    const value = path.reduce<unknown>((object, key) => Reflect.get(Object(object), key) as unknown, document);
    return typeof value === 'string' && Object.hasOwn(document.colours, value) ? [['colours', value]] : [];
  });
  return [...written, ...named];
}

const hasPath = (paths: readonly Path[], path: Path): boolean =>
  paths.some((each) => each.join('.') === path.join('.'));

/** The value of which the largest share of its pairs is weak; of equal ones that of more pairs. One wrong colour is one finding. */
function likeliestCause(weak: readonly WithCauses[], all: readonly WithCauses[]): Path | undefined {
  const count = (pairs: readonly WithCauses[], path: Path): number =>
    pairs.filter(({ paths }) => hasPath(paths, path)).length;
  return weak
    .flatMap(({ paths }) => paths)
    .map((path) => ({ path, share: count(weak, path) / count(all, path), pairs: count(weak, path) }))
    .toSorted((one, other) => other.share - one.share || other.pairs - one.pairs)[0]?.path;
}

function weakness(pair: Pair, file: string): Remark | null {
  const { what, front, back, on, least } = pair;
  // Another rule reports unknown names.
  if (!isColour(front) || !isColour(back)) return null;
  const ratio = contrastRatio(front, back);
  if (ratio >= least) return null;
  return {
    place: { file, path: [] },
    // Rounded down, so that a smaller value is not shown as 4.5:1.
    message: `${what} in ${front} on ${on} in ${back} reaches ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1, and ${least}:1 is the least that everybody can make out. Take a darker or a lighter colour for one of the two.`,
    expected: `a contrast of ${least}:1 or more (WCAG 2.2 AA)`,
    found: front,
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
      front: previews[theme].text,
      back: previews[theme].ground,
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
      front: icons.lines,
      back: icons.ground,
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
        front: mails[time].figure,
        back: mails[time].paper,
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
  const pair = (what: string, front: keyof Look, back: keyof Look, least: Pair['least']): Pair => ({
    what,
    front: resolveColour(colours, look[front]),
    back: resolveColour(colours, look[back]),
    on: `"${back}"`,
    paths: [
      [...own, front],
      [time, front],
      [time, back],
    ],
    least,
  });
  const grounds = ['background', 'surface'] as const;
  const written = ['text', 'mutedText', 'eyebrow', 'accent', 'accentHover', 'error', 'success'] as const;
  return [
    ...written.flatMap((front) => grounds.map((back) => pair(`"${front}"`, front, back, TEXT))),
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
    ...(['controlLine', 'focus'] as const).flatMap((front) =>
      grounds.map((back) => pair(`"${front}"`, front, back, LINES)),
    ),
  ];
}
