/** Placeholders for a text or an amount, errors of spreadsheets and programs, and notes in square brackets to the next reader. Three crosses are also the Roman number 30, so they count only before a percent or currency sign, or alone. */
const PLACEHOLDER =
  /\[[^[\]{}\p{L}]*\p{L}[^[\]{}]*\](?!\()|(?<![\p{L}\d])(?:TODO|FIXME|TBD|X{4,}|X{3}(?=\s?[%€$£])|[Ll]orem [Ii]psum|LOREM IPSUM)(?![\p{L}\d])|#(?:NAME|NOM|NOMBRE)\?|#(?:REF|VALUE|NUM|NULL|WERT|BEZUG|ZAHL|VALEUR|DIV\/0)!|^(?:#N\/A|#NV|undefined|null|NaN|X{3}|x{3,}|n\/a|N\/A|[-–—_.…?]+)$/u;

/** The first placeholder of a text, with its position. */
export function findPlaceholder(text: string): { readonly word: string; readonly index: number } | null {
  const found = PLACEHOLDER.exec(text.trim());
  return found === null ? null : { word: found[0], index: found.index + text.length - text.trimStart().length };
}

/** Whether a text consists of a placeholder only, including the text that follows "Lorem ipsum". */
export function isPlaceholder(text: string): boolean {
  const found = findPlaceholder(text);
  if (found === null) return false;
  const { word, index } = found;
  const rest = /^lorem/i.test(word) ? text.slice(0, index) : text.replace(word, '');
  return !/[\p{L}\d]/u.test(rest);
}
