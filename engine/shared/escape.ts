const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const JSON_IN_MARKUP: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const inHtml = (character: string): string => HTML[character] ?? character;
const inJson = (character: string): string => JSON_IN_MARKUP[character] ?? character;

/** For text between tags. */
export function escapeHtml(value: string): string {
  return /[&<>]/.test(value) ? value.replaceAll(/[&<>]/g, inHtml) : value;
}

/** For a quoted attribute value, in either kind of quotes. */
export function escapeAttribute(value: string): string {
  return /[&<>"']/.test(value) ? value.replaceAll(/[&<>"']/g, inHtml) : value;
}

/**
 * For the content of a JSON string literal in markup; its quotes belong to the template.
 * `<`, `>` and `&` are escaped so that no value can end a `script` element, U+2028 and U+2029 so that it is also JavaScript.
 */
function escapeJson(value: string): string {
  return escapeJsonInMarkup(value).slice(1, -1);
}

/** For one component of a URL (a path segment, a query value) inside a quoted attribute; lone surrogates become U+FFFD. */
function escapeUrl(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
}

/** A complete JSON value for a `script` element; the type excludes `undefined` and functions. */
export function escapeJsonInMarkup(value: string | number | boolean | null | object): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, inJson);
}

/** One escaper per context of a visitor's value; the keys are `HoleContext`. */
export const escapers = {
  html: escapeHtml,
  attribute: escapeAttribute,
  json: escapeJson,
  url: escapeUrl,
} as const;
