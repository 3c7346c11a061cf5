/**
 * Parses an integer in decimal digits with an optional minus sign; `NaN` for anything else. `Number` also accepts `0x10`,
 * `1e3`, `Infinity` and an empty text.
 */
export function parseWholeNumber(text: string): number {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** As `parseWholeNumber`, with decimals after a point or a comma. */
export function parseDecimal(text: string): number {
  const typed = text.trim().replace(',', '.');
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(typed) ? Number(typed) : Number.NaN;
}
