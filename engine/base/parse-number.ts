/**
 * The whole number that a person typed in decimal digits, with a minus sign at most; `NaN` for anything else. `Number` alone takes `0x10`,
 * `1e3`, `Infinity` and an empty text for numbers as well.
 */
export function parseWholeNumber(text: string): number {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** As `parseWholeNumber`, with decimal places after a point or a comma. */
export function parseDecimal(text: string): number {
  const typed = text.trim().replace(',', '.');
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(typed) ? Number(typed) : Number.NaN;
}
