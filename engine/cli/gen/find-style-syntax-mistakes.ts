import { suggestName } from '#engine/shared/suggest-name.ts';
import { nameCharacter, showInvisible, UNUSUAL_IN_CODE } from '#engine/shared/characters.ts';

export interface StyleFinding {
  readonly rule: 'style-syntax' | 'style-token' | 'style-url' | 'style-words' | 'style-class';
  readonly offset: number;
  readonly message: string;
  readonly found: string;
  readonly suggestion?: string | undefined;
}

/** Syntax mistakes after which browsers ignore the rest. */
export function findStyleSyntaxMistakes(stylesheet: string): readonly StyleFinding[] {
  const css = withoutTexts(stylesheet);
  const merge = /^(?:<{7}|={7}|>{7}|\|{7}).*/m.exec(css);
  if (merge !== null) return [slip(merge.index, merge[0], 'Git could not merge this place and left both versions')];
  if (css.includes('\0')) return [slip(0, 'UTF-16', 'The file looks like UTF-16 and not like UTF-8')];
  const unusual = UNUSUAL_IN_CODE.exec(css);
  if (unusual !== null)
    return [
      slip(
        unusual.index,
        showInvisible(unusual[0]),
        `The stylesheet has ${nameCharacter(unusual[0])} here, which CSS does not know`,
      ),
    ];
  const variable = /(?<=^|[;{}])\s*([$@](?!(?:media|container|supports|keyframes|layer|property)\b)[\w-]+)\s*:/.exec(
    css,
  );
  if (variable !== null)
    return [
      slip(
        variable.index + variable[0].indexOf(variable[1] ?? ''),
        variable[1] ?? '',
        'This is a variable of Sass or Less. CSS writes "--name: value" and "var(--name)"; browsers do not know it',
      ),
    ];
  const bare = /(?<=@(?:media|container)\s+)(?:[\w-]+\s+)?[a-z-]+\s*:[^{;()]*(?=\{)/.exec(css);
  if (bare !== null) return [slip(bare.index, bare[0].trim(), 'A condition stands in round brackets')];
  const open: number[] = [];
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.pop() === undefined) return [slip(index, brace, 'Nothing is open that this brace could close')];
  }
  const [unclosed] = open;
  if (unclosed !== undefined) return [slip(unclosed, '{', 'This brace is never closed')];
  const [end = ''] = /[^{};]*$/.exec(css) ?? [];
  if (end.trim() !== '')
    return [slip(css.length - end.trimStart().length, end.trim(), 'The stylesheet ends inside of a rule')];
  for (const { 0: part, index } of css.matchAll(/[^{};]+/g)) {
    const round = unbalanced(part);
    if (round !== null) return [slip(index + round, part[round] ?? '', 'This bracket has no counterpart')];
  }
  return [
    ...[...css.matchAll(/^[ \t]*(\/\/)/gm)].map(({ index, 0: all }) =>
      slip(index + all.length - 2, '//', 'A comment of CSS stands between "/*" and "*/"'),
    ),
    ...[...css.matchAll(/&[\w-]+(?=[^;{}]*\{)/g)].map(({ index, 0: all }) =>
      slip(index, all, 'Joining names with "&" is a notation of Sass, and CSS writes the whole class'),
    ),
    ...[...css.matchAll(/(?<=:[^;{}]*[^\s!;{}]\s+)important(?=\s*[;}])/g)].map(({ index, 0: word }) => ({
      ...slip(index, word, 'Importance begins with an exclamation mark'),
      suggestion: '!important',
    })),
    ...[...css.matchAll(/\.{2,}(?=[a-z_-])/gi)].map(({ index, 0: all }) => slip(index, all, 'A class has one dot')),
    ...[...withoutArguments(css).matchAll(UNITLESS)].map(({ index, 0: all, groups }) =>
      slip(index + all.length - (groups?.['number'] ?? '').length, groups?.['number'] ?? '', 'A length has a unit'),
    ),
    ...[...css.matchAll(/(?<=[{;}]\s*)(?<![\w-])[a-z-]+[ \t]+[^{};:@]*(?=[;}])/g)].map(({ index, 0: all }) =>
      slip(index, all.trim(), 'A colon is missing between the name of a property and its value'),
    ),
    ...[...css.matchAll(/^[ \t]*[a-z-]+:[^;{}\n]*[^;{},(\s](?=\s*\n[ \t]*[a-z-]+: [^{}\n]*;)/gm)].map(
      ({ index, 0: all }) => slip(index + all.length - 1, all.trim(), 'A semicolon is missing at the end of this line'),
    ),
    ...[...css.matchAll(/(?<=var\(\s*)-?[a-z][\w-]*/gi)].map(({ index, 0: name }) => ({
      ...slip(index, name, 'The name of a token begins with two hyphens'),
      suggestion: `--${name.replace(/^-/, '')}`,
    })),
    ...[...css.matchAll(/(?<=:[^;{}]*)(?<![\w-])(?!var\()[a-z][a-z-]*(?=\([^;{}]*[;}])/g)].flatMap(
      ({ index, 0: name }) => {
        const suggestion = FUNCTIONS.includes(name) ? undefined : suggestName(name, FUNCTIONS);
        return suggestion === undefined
          ? []
          : [{ ...slip(index, name, 'CSS has no function of this name'), suggestion }];
      },
    ),
    ...[...css.matchAll(/(?<=[{;]\s*)(?<![\w-])([a-z]+[A-Z]\w*)(?=\s*:)/g)].map(({ index, 0: name }) => ({
      ...slip(index, name, 'A property of CSS is written in small letters with hyphens'),
      suggestion: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    })),
    ...[
      ...css.matchAll(
        /(?<=:[^;{}]*)(?<![\w-])(?!(?:var|style|attr|env|if|inherit|anchor|anchor-size)\()([a-z][a-z-]*)\(\s*--/g,
      ),
    ].map(({ index, 1: name = '' }) => ({
      ...slip(index, name, `No function "${name}" takes a token`),
      suggestion: 'var',
    })),
    ...[...css.matchAll(/(?<=(?:^|[}{,;>+~]|\s)\s*)#[a-zA-Z_][\w-]*(?=[^;{}]*\{)/g)].map(({ index, 0: name }) => ({
      rule: 'style-class' as const,
      offset: index,
      message: `"${name}" is an id, which the whole page shares and no element of a block has. A class begins with a dot.`,
      found: name,
      suggestion: `.${name.slice(1)}`,
    })),
  ];
}

/** A comment that the next one ends, so that the rules between them are left out. */
export function findOpenComment(text: string): StyleFinding | null {
  const open = /\/\*(?:(?!\*\/)[\s\S])*?(?:\n(?:[^\n]*[\s;{}])?\/\*|$(?![\s\S]))/.exec(text);
  return open === null ? null : slip(open.index, '/*', 'This comment is never closed with "*/"');
}

/** A property without a value, or twice in a row of declarations, where the second value is not a newer form of the first one. */
export const findWrongDeclarations = (css: string): readonly StyleFinding[] =>
  [...css.matchAll(/(?<=[{}])[^{}@]+(?=\})/g)].flatMap(({ index, 0: rule }) => {
    const first = new Map<string, string>();
    return [...rule.matchAll(/(?<=^\s*|;\s*)([a-z][a-z-]*)\s*:([^;]*)/g)].flatMap(
      ({ index: at, 1: property = '', 2: value = '' }): readonly StyleFinding[] => {
        const before = first.get(property);
        if (value.trim() === '') {
          const message = `"${property}" has no value, so browsers drop this declaration.`;
          return [{ rule: 'style-syntax', offset: index + at, message, found: property }];
        }
        first.set(property, value);
        if (before === undefined || [before, value].some((each) => NEWER.test(each))) return [];
        const message = `This rule has "${property}" already, with the value "${before.trim()}", which browsers drop for this one. Remove one of the two.`;
        return [{ rule: 'style-syntax', offset: index + at, message, found: property }];
      },
    );
  });

/** Values that some browsers do not know, beside which one for those is written. */
const NEWER =
  /\(|-webkit|[sdl]v[hwib]|!|\b(?:clip|balance|pretty|stretch|pixelated|anywhere|isolate|subgrid|masonry)\b/;

/** Functions of values; a name that is like none of them may be newer. */
const FUNCTIONS =
  'min max clamp calc minmax repeat fit-content color-mix light-dark translate translatex translatey translate3d scale scalex scaley rotate rotatex rotatey skew skewx skewy matrix matrix3d perspective linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient drop-shadow blur brightness contrast grayscale hue-rotate invert opacity saturate sepia cubic-bezier linear steps image-set url attr env counter counters circle ellipse inset polygon path rect xywh shape view scroll abs sign round mod rem pow sqrt hypot log exp sin cos tan asin acos atan atan2 rgb rgba hsl hsla hwb lab lch oklab oklch color anchor anchor-size style media supports if inherit random progress sibling-index sibling-count contrast-color calc-size symbols type element paint cross-fade local format tech layer selector ray superellipse'.split(
    ' ',
  );

/** Position of a bracket that is not closed, or closes nothing; `null` if there is none. */
function unbalanced(part: string): number | null {
  const open: number[] = [];
  for (const { 0: bracket, index } of part.matchAll(/[()]/g)) {
    if (bracket === '(') open.push(index);
    else if (open.pop() === undefined) return index;
  }
  return open[0] ?? null;
}

/** A number other than 0 in a property that takes lengths. */
const UNITLESS =
  /(?<=[{;]\s*)(?<![\w-])(?:(?:row-|column-)?gap|(?:margin|padding|inset)[a-z-]*|(?:min-|max-)?(?:width|height|(?:inline|block)-size)|font-size|border-radius|top|right|bottom|left)\s*:(?:[^;{}]*\s)?(?<number>-?(?:[1-9]\d*|\d*\.\d+))(?=[\s;}])/g;

/** Arguments of functions, such as `calc(2 * var(--gap))`, as blanks. */
export function withoutArguments(css: string): string {
  const without = css.replaceAll(/\([^()]*\)/g, (text) => '_'.repeat(text.length));
  return without === css ? css : withoutArguments(without);
}

const slip = (offset: number, text: string, what: string): StyleFinding => ({
  rule: 'style-syntax',
  offset,
  message: `${what}, so that browsers leave out what follows.`,
  found: text,
});

/** Replaces quoted texts and URLs with blanks, so that braces in them are not parsed. */
export const withoutTexts = (css: string): string =>
  css.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=url\()[^"')\s][^)\s]*(?=\))/g, (text) =>
    '_'.repeat(text.length),
  );
