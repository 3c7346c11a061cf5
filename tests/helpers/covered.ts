import type { Locator, Page } from 'playwright-core';

/** What a visitor must see whole: what has the focus, its message, and what the page is there for. */
export type Kind = 'focus' | 'message' | 'action' | 'field';

export interface Covered {
  readonly kind: Kind;
  /** The element that is covered, in words. */
  readonly what: string;
}

/**
 * What is hidden behind something that stays on the screen or lies over the page, where the page is scrolled to now. A window that is
 * open covers on purpose.
 */
export async function coveredNow(page: Page): Promise<Covered[]> {
  let found = await lookBehind(page);
  for (let frames = 0; frames < FRAMES && found.some(({ kind }) => kind !== 'field'); frames += 1) {
    await nextFrame(page);
    found = await lookBehind(page);
  }
  return found;
}

function lookBehind(page: Page): Promise<Covered[]> {
  return page.evaluate(() => {
    const over = [...document.querySelectorAll('body *')].filter(
      (element) =>
        ['fixed', 'absolute', 'sticky'].includes(getComputedStyle(element).position) &&
        (getComputedStyle(element).position === 'fixed' || element.querySelector('[data-consent]') !== null) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('dialog, [role=dialog], [popover]') === null,
    );
    const isCovered = (element: Element): boolean => {
      const own = element.getBoundingClientRect();
      return over.some((cover) => {
        if (cover.contains(element)) return false;
        const box = cover.getBoundingClientRect();
        const [left, top] = [Math.max(own.left, box.left, 0), Math.max(own.top, box.top, 0)];
        const right = Math.min(own.right, box.right, innerWidth);
        const bottom = Math.min(own.bottom, box.bottom, innerHeight);
        if (right - left < 2 || bottom - top < 2) return false;
        const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return above !== null && cover.contains(above);
      });
    };
    const inMain = (selector: string): Element[] =>
      [...document.querySelectorAll(`main ${selector}`)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      );
    const { activeElement } = document;
    const focused = activeElement === null || activeElement === document.body ? [] : [activeElement];
    const looked: readonly (readonly [Kind, readonly Element[]])[] = [
      ['focus', focused],
      ['message', inMain(':is(.field:focus-within .field-message, [role=alert]:focus)')],
      ['action', inMain('.btn-primary').slice(0, 1)],
      ['field', inMain(':is(.btn, .field, fieldset)')],
    ];
    return looked.flatMap(([kind, elements]) =>
      elements.filter(isCovered).map((element) => ({
        kind,
        what: `${element.localName} "${element.textContent.trim().slice(0, 40)}" of ${element.closest('[id]')?.id ?? 'the page'}`,
      })),
    );
  });
}

/** The same for everything in `main` that can have the focus, one after the other, as a keyboard user goes through it. */
export async function coveredInTurn(page: Page): Promise<string[]> {
  const stops = page.locator('main :is(a[href], button, input:not([type=hidden]), select, textarea, summary)');
  const found: string[] = [];
  for (const stop of await stops.filter({ visible: true }).all()) {
    await stop.focus();
    if (!(await isStillCovered(stop))) continue;
    found.push(await stop.evaluate((it) => `${it.localName} "${(it.textContent || it.id).trim().slice(0, 40)}"`));
  }
  return found;
}

/** What makes way does so with one of the next frames. */
const FRAMES = 10;

/** A round trip, in which the browser makes frames, also where no script runs. */
async function nextFrame(page: Page): Promise<void> {
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
}

async function isStillCovered(stop: Locator): Promise<boolean> {
  for (let frames = 0; frames < FRAMES; frames += 1) {
    const covered = await stop.evaluate((element) => {
      const { left, top, width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      return [0.05, 0.5, 0.95].some((down) => {
        const above = document.elementFromPoint(left + width / 2, top + height * down);
        return above !== null && above.closest('section:has([data-consent])') !== null;
      });
    });
    if (!covered) return false;
    await nextFrame(stop.page());
  }
  return true;
}
