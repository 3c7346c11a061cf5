import type { Page } from 'playwright-core';
import { findCutWords } from '#engine/studio/find-cut-words.ts';

/** Words that a visitor cannot read whole, with the element and the reason. */
export function unreadableWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `(${findCutWords.toString()})(document).map(({ element, word, isBroken }) => {
      const owner = element.closest('[id]');
      const how = isBroken ? 'broken in the middle' : 'cut off';
      return \`"\${word}" is \${how} in \${element.localName}\${owner === null ? '' : \` of #\${owner.id}\`}\`;
    })`,
  );
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
