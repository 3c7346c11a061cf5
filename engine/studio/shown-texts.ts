/** Markup, signs for where phrases end or words break, and blanks, which the page may set otherwise. */
const UNSHOWN = /<[^<>]*>|[|\s\u00ad\u200b\u2060]/g;

const squeezed = (text: string): string => text.replaceAll(UNSHOWN, '');

/** Whether something on the page is a text: its variables are shown with a value in their place. */
export function isTextShown(source: string, shown: string): boolean {
  const [first = '', ...rest] = source.split(/\{[^{}]*\}/).map(squeezed);
  const text = squeezed(shown);
  if (rest.length === 0) return first !== '' && text === first;
  const last = rest.at(-1) ?? '';
  // Nothing is known of a text that is a variable alone.
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

/** The elements of a block that show its texts, each the smallest, in the order of the page; several may show the same text. */
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
    // Equal texts are shown one after the other.
    const times = seen.get(first.source) ?? 0;
    seen.set(first.source, times + 1);
    return [{ text: found[times % found.length] ?? first, element: shown }];
  });
}

function listOwnElements(block: Element, isInner: (element: Element) => boolean): readonly HTMLElement[] {
  // The checked edge: drawings hold no texts.
  const children = [...block.children].filter((child) => !isInner(child) && 'offsetParent' in child) as HTMLElement[];
  return children.flatMap((child) => [child, ...listOwnElements(child, isInner)]);
}

const isShownInside = (element: Element, source: string): boolean =>
  [...element.children].some((child) => isTextShown(source, child.textContent));

/** A heading rather than the phrase that is all of it. */
function withLineAround(element: HTMLElement, source: string): HTMLElement {
  const { parentElement: around } = element;
  const view = element.ownerDocument.defaultView;
  const isInline = view !== null && view.getComputedStyle(element).display === 'inline';
  const isSame = around !== null && isTextShown(source, around.textContent);
  return isInline && isSame ? withLineAround(around, source) : element;
}
