import type { Page } from 'playwright-core';

/**
 * Words that a visitor cannot read whole: outside the screen, cut off by a box, or broken in the middle without a
 * hyphen. Words inside something that scrolls sideways on purpose are left out, as are visually hidden ones.
 */
export function unreadableWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerance = 1;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const boxes = clippingBoxes(parent);
      if (boxes === null) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const all = [...range.getClientRects()].filter(({ width }) => width > 0);
        // What follows a soft hyphen begins, for the browser, with the hyphen at the end of the line before.
        const rectangles = text.textContent?.[index - 1] === '\u00ad' ? all.slice(-1) : all;
        const outside = rectangles.some((one) =>
          boxes.some((box) => one.left < box.left - tolerance || one.right > box.right + tolerance),
        );
        if (outside) found.push(`"${word}" is cut off in ${readName(parent)}`);
        const lines = new Set(rectangles.map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`"${word}" is broken in the middle in ${readName(parent)}`);
      }
    }
    return found;

    /** What must hold a word: the screen and every ancestor that hides what sticks out; `null` leaves the word out. */
    function clippingBoxes(element: Element): { left: number; right: number }[] | null {
      const all = [{ left: 0, right: document.documentElement.clientWidth }];
      for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box);
        const { left, right, width } = box.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll') return null;
        if (overflowX === 'visible') continue;
        if (width <= 1 || clipPath !== 'none') return null;
        all.push({ left, right });
      }
      return all;
    }

    function readName(element: Element): string {
      const owner = element.closest('[id]');
      return `${element.localName}${owner === null ? '' : ` of #${owner.id}`}`;
    }
  });
}

/**
 * Makes every word two fifths longer, as a translation may be: what fits only the words of today breaks. Letters are doubled from the
 * end of a word; figures, names of the site and of languages, and typed text stay.
 */
export function lengthenWords(page: Page): Promise<void> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const exempt = 'script, style, noscript, option, .wordmark, [hreflang], [popovertarget]';
    const longer = (word: string): string => {
      const from = word.length - Math.ceil(word.length * 0.4);
      return word.slice(0, from) + word.slice(from).replaceAll(/./gu, (letter) => letter + letter.toLowerCase());
    };
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest(exempt)) continue;
      text.textContent = (text.textContent ?? '').replaceAll(/\p{L}{3,}/gu, longer);
    }
  });
}

/** Lays the page out from right to left, as Hebrew and Arabic are written. */
export function turnAround(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
}

/** Lays the page out from left to right again. */
export function turnBack(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.dir = 'ltr';
  });
}

/** Sets all text to twice its size, as a reader does in the browser's settings (WCAG 2.2, 1.4.4). */
export function doubleText(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** Sets all text as far apart as a reader may (WCAG 2.2, 1.4.12). */
export function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `*:not(#more) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p:not(#more) { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** What stays in its place while the page scrolls under it, with the share of the screen that it covers, in percent. */
export function stayingElements(page: Page): Promise<{ readonly name: string; readonly share: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position) && element.checkVisibility(),
      )
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return { name: element.id, share: Math.round((100 * width * height) / (innerWidth * innerHeight)) };
      }),
  );
}

/** How many CSS pixels the page can be scrolled sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollingElement } = document;
    if (scrollingElement === null) throw new Error('The page has no scrolling element.');
    scrollingElement.scrollTo({ left: 10_000, behavior: 'instant' });
    const moved = scrollingElement.scrollLeft;
    scrollingElement.scrollTo({ left: 0, behavior: 'instant' });
    return moved;
  });
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Everything that moved by itself since the page began to load, as `value element`. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const describe = ({ value, sources }: Shift) =>
          `${value.toFixed(4)} ${sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent)).join(' | ')}`;
        const shifts: string[] = [];
        const observer = new PerformanceObserver((list) =>
          shifts.push(...(list.getEntries() as Shift[]).map(describe)),
        );
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            observer.takeRecords().forEach((entry) => shifts.push(describe(entry as Shift)));
            observer.disconnect();
            resolve(shifts);
          }),
        );
      }),
  );
}
