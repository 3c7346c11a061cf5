/** A word that a visitor cannot read whole, in its innermost element. */
export interface CutWord {
  readonly element: HTMLElement;
  readonly word: string;
  /** Broken in the middle without a hyphen; otherwise outside the screen, or cut off by a box. */
  readonly isBroken: boolean;
}

/**
 * Words that a visitor cannot read whole, without those in boxes that scroll sideways on purpose, and visually hidden ones.
 * Self-contained, because tests run it in their browser.
 */
export function findCutWords(page: Document): readonly CutWord[] {
  const view = page.defaultView;
  if (view === null) return [];
  const tolerance = 1;
  const found: CutWord[] = [];
  const texts = page.createTreeWalker(page.body, 4 /* NodeFilter.SHOW_TEXT */);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (element === null || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const boxes = clippingBoxes(element);
    if (boxes === null) continue;
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = page.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const all = [...range.getClientRects()].filter(({ width }) => width > 0);
      // What follows a soft hyphen begins, for the browser, with the hyphen at the end of the line before.
      const rectangles = text.textContent?.[index - 1] === '\u00AD' ? all.slice(-1) : all;
      const isOutside = rectangles.some((one) =>
        boxes.some((box) => one.left < box.left - tolerance || one.right > box.right + tolerance),
      );
      if (isOutside) found.push({ element, word, isBroken: false });
      const lines = new Set(rectangles.map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push({ element, word, isBroken: true });
    }
  }
  return found;

  /** What must contain a word: the screen, and every ancestor that hides its overflow; `null` leaves the word out. */
  function clippingBoxes(inner: Element): readonly { readonly left: number; readonly right: number }[] | null {
    const boxes = [{ left: 0, right: page.documentElement.clientWidth }];
    for (let box: Element | null = inner; box !== null && box !== page.body; box = box.parentElement) {
      const style = view?.getComputedStyle(box);
      const { left, right, width } = box.getBoundingClientRect();
      if (style === undefined || style.overflowX === 'auto' || style.overflowX === 'scroll') return null;
      if (style.overflowX === 'visible') continue;
      if (width <= 1 || style.clipPath !== 'none') return null;
      boxes.push({ left, right });
    }
    return boxes;
  }
}
