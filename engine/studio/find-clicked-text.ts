/** Texts as they are compared: without markup, signs for where phrases end, and values that are filled in. */
const plain = (text: string): string =>
  text
    .replaceAll(/<[^<>]*>|\{[^{}]*\}|[|\u00ad]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Index of the text that says what was clicked on, or most of it; -1 for none. */
export function findClickedText(texts: readonly string[], clicked: string): number {
  const wanted = plain(clicked);
  const all = texts.map(plain);
  const exact = all.indexOf(wanted);
  if (exact >= 0 || wanted === '') return exact;
  // A text with a value in it is shown with another one in its place.
  return texts.findIndex((text) => {
    const parts = text
      .split(/\{[^{}]*\}/)
      .map(plain)
      .filter((part) => part !== '');
    return parts.length > 0 && parts.every((part) => wanted.includes(part));
  });
}
