/** Markup, break hints and whitespace, which the page may render differently. */
const UNSHOWN = /<[^<>]*>|[|\s\u00ad\u200b\u2060]/g;

const squeezed = (text: string): string => text.replaceAll(UNSHOWN, '');

/** Whether an element shows a text, with values in place of variables. */
export function isTextShown(source: string, shown: string): boolean {
  const [first = '', ...rest] = source.split(/\{[^{}]*\}/).map(squeezed);
  const text = squeezed(shown);
  if (rest.length === 0) return first !== '' && text === first;
  const last = rest.at(-1) ?? '';
  // A text that consists of a variable matches anything.
  if (squeezed(source.replaceAll(/\{[^{}]*\}/g, '')) === '') return false;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length <= first.length + last.length) return false;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** Innermost elements that show the texts of a block, in page order; several may show the same text. */
export function findShownTexts<Text extends { readonly source: string }>(
  block: Element,
  texts: readonly Text[],
  isInner: (element: Element) => boolean,
): readonly { readonly text: Text; readonly element: HTMLElement }[] {
  const elements = listOwnElements(block, isInner);
  const seen = new Map<string, number>();
  return elements.flatMap((element) => {
    const found = texts.filter(({ source }) => isTextShown(source, element.textContent));
    const [first] = found;
    if (first === undefined || isShownInside(element, first.source)) return [];
    const shown = withLineAround(element, first.source);
    // Equal texts are matched in order.
    const times = seen.get(first.source) ?? 0;
    seen.set(first.source, times + 1);
    return [{ text: found[times % found.length] ?? first, element: shown }];
  });
}

function listOwnElements(block: Element, isInner: (element: Element) => boolean): readonly HTMLElement[] {
  // Checked edge: SVGs contain no texts.
  const children = [...block.children].filter((child) => !isInner(child) && 'offsetParent' in child) as HTMLElement[];
  return children.flatMap((child) => [child, ...listOwnElements(child, isInner)]);
}

const isShownInside = (element: Element, source: string): boolean =>
  [...element.children].some((child) => isTextShown(source, child.textContent));

/** The heading instead of its only phrase. */
function withLineAround(element: HTMLElement, source: string): HTMLElement {
  const { parentElement: around } = element;
  const view = element.ownerDocument.defaultView;
  const isInline = view !== null && view.getComputedStyle(element).display === 'inline';
  const isSame = around !== null && isTextShown(source, around.textContent);
  return isInline && isSame ? withLineAround(around, source) : element;
}
