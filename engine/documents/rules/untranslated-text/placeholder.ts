/**
 * Words that stand for a text or an amount which is to be written later. Three crosses in a text are also the Roman number 30, so that
 * they count before a percent or currency sign, or alone.
 */
const PLACEHOLDER =
  /(?<![\p{L}\d])(?:TODO|FIXME|TBD|X{4,}|X{3}(?=\s?[%€$£])|[Ll]orem [Ii]psum|LOREM IPSUM)(?![\p{L}\d])|^X{3}$/u;

/** The first such words of a text, and where they begin. */
export function findPlaceholder(text: string): { readonly word: string; readonly index: number } | null {
  const found = PLACEHOLDER.exec(text.trim());
  return found === null ? null : { word: found[0], index: found.index + text.length - text.trimStart().length };
}

/** Whether nothing else is in a text; what follows "Lorem ipsum" is none either. */
export function isPlaceholder(text: string): boolean {
  const found = findPlaceholder(text);
  if (found === null) return false;
  const { word, index } = found;
  const rest = /^lorem/i.test(word) ? text.slice(0, index) : text.replace(word, '');
  return !/[\p{L}\d]/u.test(rest);
}
