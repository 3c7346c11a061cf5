/** Invisible characters and controls, apart from variation selectors, tabs and line ends, and the separators that no browser breaks a line at. */
const INVISIBLE = /(?![\p{Variation_Selector}\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/gu;

/** Characters that word processors and web pages put in code in place of quotes and blanks, or that are invisible. */
export const UNUSUAL_IN_CODE = /[\u00A0\u00AD\u200B-\u200F\u2018-\u201F\u202F\u2028\u2029\u2060\uFEFF]/u;

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
  '\u2028': 'line separator',
  '\u2029': 'paragraph separator',
  '\u202F': 'narrow no-break space',
  '\u2060': 'word joiner',
  '\u2026': 'ellipsis',
  '\uFEFF': 'zero-width no-break space, a byte order mark',
};

/** As in the Unicode standard, such as `U+200B`. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The code point with its common name, such as `U+200B (zero-width space)`. */
export function nameCharacter(character: string): string {
  const name = NAMES[character];
  return name === undefined ? codePointName(character) : `${codePointName(character)} (${name})`;
}

/** The text with names in place of invisible characters, for quotes: `spring[U+200B]`. */
export function showInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `[${codePointName(character)}]`);
}

/** Whether the JSON of a file may contain such a character, literally or escaped: few do. */
export function mayHoldInvisible(json: string): boolean {
  return json.includes('\\u') || json.search(INVISIBLE) >= 0;
}

/** Right-to-left letters, whose texts need direction marks. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const DIRECTION_MARK = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Scripts without joining letters: beside them, and at an edge, a joiner has no effect. */
const NON_JOINING = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\s\p{Nd}\p{P}]/u;

/**
 * Superfluous invisible characters of a text, each once. Allowed are joiners inside words of
 * joining scripts and direction marks in right-to-left texts (Unicode TR 36, 2.10).
 *
 * @param options.hyphenates whether soft hyphens are allowed, as in titles
 */
export function findUselessCharacters(
  text: string,
  { hyphenates }: { readonly hyphenates: boolean },
): readonly string[] {
  const found = new Set<string>();
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (character === '\u00AD' && hyphenates && isBetweenLetters(text, index)) continue;
    if (DIRECTION_MARK.test(character) && RIGHT_TO_LEFT.test(text)) continue;
    if (character === '\u200C' || character === '\u200D') {
      const [before, after] = [text[index - 1], text[index + 1]];
      const isEdge = before === undefined || after === undefined;
      if (!isEdge && !NON_JOINING.test(before) && !NON_JOINING.test(after)) continue;
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
