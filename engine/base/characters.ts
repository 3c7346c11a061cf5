/** Characters that show nothing, or only steer how others are set; those that choose between forms of a sign are part of it. */
const INVISIBLE = /(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

const NAMES: Readonly<Record<string, string>> = {
  '\u00A0': 'no-break space',
  '\u00AD': 'soft hyphen',
  '\u200B': 'zero-width space',
  '\u200C': 'zero-width non-joiner',
  '\u200D': 'zero-width joiner',
  '\u200E': 'left-to-right mark',
  '\u200F': 'right-to-left mark',
  '\u2018': 'typographic quotation mark',
  '\u2019': 'typographic quotation mark',
  '\u201A': 'typographic quotation mark',
  '\u201C': 'typographic quotation mark',
  '\u201D': 'typographic quotation mark',
  '\u201E': 'typographic quotation mark',
  '\u202F': 'narrow no-break space',
  '\u2060': 'word joiner',
  '\u2026': 'ellipsis',
  '\uFEFF': 'zero-width no-break space, a byte order mark',
};

/** As in the Unicode standard, such as `U+200B`. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The code point with the name that people know it by, such as `U+200B (zero-width space)`. */
export function characterName(character: string): string {
  const name = NAMES[character];
  return name === undefined ? codePointName(character) : `${codePointName(character)} (${name})`;
}

/** The text with a name in the place of each character that shows nothing, for quoting it: `spring[U+200B]`. */
export function showInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `[${codePointName(character)}]`);
}

/** Whether the JSON of a file can hold such a character at all, as it is or escaped: few do. */
export function mayHoldInvisible(json: string): boolean {
  return json.includes('\\u') || json.search(INVISIBLE) >= 0;
}

/** Letters that are drawn from the right, whose texts need marks of direction. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const OF_DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Beside letters of these scripts, and at an edge, a joiner joins nothing. */
const JOINS_NOTHING = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s\p{Nd}\p{P}]/u;

/**
 * Characters of a text that show nothing and serve nothing, each once. What a script needs is left alone: joiners inside words of
 * scripts that join, marks of direction in texts from the right (Unicode TR 36, 2.10).
 *
 * @param options.hyphenates whether soft hyphens are a means of the text, as in titles
 */
export function uselessCharacters(text: string, { hyphenates }: { readonly hyphenates: boolean }): readonly string[] {
  const found = new Set<string>();
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (character === '\u00AD' && hyphenates && isBetweenLetters(text, index)) continue;
    if (OF_DIRECTION.test(character) && RIGHT_TO_LEFT.test(text)) continue;
    if (character === '\u200C' || character === '\u200D') {
      const [before, after] = [text[index - 1], text[index + 1]];
      const isEdge = before === undefined || after === undefined;
      if (!isEdge && !JOINS_NOTHING.test(before) && !JOINS_NOTHING.test(after)) continue;
    }
    found.add(character);
  }
  return [...found];
}

function isBetweenLetters(text: string, index: number): boolean {
  return /\p{L}/u.test(text[index - 1] ?? '') && /\p{L}/u.test(text[index + 1] ?? '');
}

export function withoutCharacters(text: string, characters: readonly string[]): string {
  return characters.reduce((rest, character) => rest.replaceAll(character, ''), text);
}
