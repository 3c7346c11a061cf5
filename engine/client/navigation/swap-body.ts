/** Parts of `body` that are independent of pages: the loader and additions of the client. */
const STAYS = 'script:not([type="application/json"]),[data-stays]';

/** Elements that only contain blocks. */
const FRAME = 'header,main,footer,:has(> main)';

type Retained = Map<HTMLElement, HTMLElement>;

/**
 * Replaces the page block by block; equal blocks stay. A live island that is part of the new page as well (same id and type) is moved there.
 * @returns retained islands with their new markup
 */
export function swapBody(fresh: DocumentFragment): ReadonlyMap<HTMLElement, HTMLElement> {
  const retained: Retained = new Map();
  swapChildren(document.body, fresh, retained);
  return retained;
}

function swapChildren(old: Element, fresh: ParentNode, retained: Retained): void {
  const leaving = new Set([...old.children].filter((child) => !child.matches(STAYS)));
  let cursor: Element | null = old.firstElementChild;
  for (const next of Array.from(fresh.children)) {
    const twin = findTwin(next, leaving);
    const placed = twin === null ? next : reuse(twin, next, retained);
    if (placed === twin) leaving.delete(twin);
    if (placed === cursor) cursor = cursor.nextElementSibling;
    else old.insertBefore(placed, cursor);
    if (placed === next) moveIslands(next, retained);
  }
  for (const child of leaving) child.remove();
}

/** The element to use for `next`: the existing one, or `next` itself. */
function reuse(twin: Element, next: Element, retained: Retained): Element {
  if (isLive(twin)) {
    if (!(twin instanceof HTMLElement && next instanceof HTMLElement && isSameIsland(twin, next))) return next;
    retained.set(twin, next);
    return twin;
  }
  if (twin.isEqualNode(next)) return twin;
  if (!twin.matches(FRAME) || !next.matches(FRAME)) return next;
  for (const name of twin.getAttributeNames()) if (!next.hasAttribute(name)) twin.removeAttribute(name);
  for (const { name, value } of next.attributes) twin.setAttribute(name, value);
  swapChildren(twin, next, retained);
  return twin;
}

/** The element with the same id, or the same position in the page frame. */
function findTwin(next: Element, candidates: ReadonlySet<Element>): Element | null {
  const key = identifyElement(next);
  for (const candidate of candidates) if (identifyElement(candidate) === key) return candidate;
  return null;
}

function identifyElement(element: Element): string {
  const island = element instanceof HTMLElement ? element.dataset['id'] : undefined;
  return `${element.localName} ${island ?? element.id}`;
}

/** Moves live islands inside a block that changed around them. */
function moveIslands(block: Element, retained: Retained): void {
  const places = [block, ...block.querySelectorAll('[data-island]')];
  for (const place of places) {
    if (!(place instanceof HTMLElement) || place.dataset['island'] === undefined) continue;
    const island = [...document.querySelectorAll<HTMLElement>('[data-live=""]')].find(
      (live) => !retained.has(live) && isSameIsland(live, place),
    );
    if (island === undefined) {
      keepWanted(place);
      continue;
    }
    retained.set(island, place);
    moveTo(island, place);
  }
}

/** Moves an element with `moveBefore`, which preserves focus and state, where supported. */
function moveTo(island: HTMLElement, place: HTMLElement): void {
  const parent: (ParentNode & { moveBefore?: (node: Node, before: Node | null) => void }) | null =
    place.parentNode as ParentNode | null;
  if (parent?.moveBefore) parent.moveBefore(island, place);
  else place.before(island);
  place.remove();
}

/** Carries a pending hydration over. */
function keepWanted(place: HTMLElement): void {
  const before = [...document.querySelectorAll<HTMLElement>('[data-wanted]')].find((island) =>
    isSameIsland(island, place),
  );
  if (before !== undefined) place.dataset['wanted'] = 'yes';
}

function isLive(element: Element): boolean {
  return element instanceof HTMLElement && element.dataset['live'] === '';
}

function isSameIsland(one: HTMLElement, other: HTMLElement): boolean {
  return one.dataset['id'] === other.dataset['id'] && one.dataset['type'] === other.dataset['type'];
}
