/** Parts of `body` that belong to no page: the loader and what the client itself added. */
const STAYS = 'script:not([type="application/json"]),[data-stays]';

/** Elements that only hold blocks. */
const FRAME = 'header,main,footer,:has(> main)';

type Retained = Map<HTMLElement, HTMLElement>;

/**
 * Swaps the page block by block: equal blocks stay untouched, others are replaced. A live island whose place is on the new page too
 * (same id, same type) moves there as it is.
 * @returns live islands that stayed, with the new markup in whose place they are
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

/** What takes the place of `next`: the element that is there already, or `next` itself. */
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

/** The element with the same id or the same place in the frame of the page. */
function findTwin(next: Element, candidates: ReadonlySet<Element>): Element | null {
  const key = identifyElement(next);
  for (const candidate of candidates) if (identifyElement(candidate) === key) return candidate;
  return null;
}

function identifyElement(element: Element): string {
  const island = element instanceof HTMLElement ? element.dataset['id'] : undefined;
  return `${element.localName} ${island ?? element.id}`;
}

/** Live islands inside a block that changed around them. */
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

/** `moveBefore` keeps focus and state of what it moves, where the browser has it. */
function moveTo(island: HTMLElement, place: HTMLElement): void {
  const parent: (ParentNode & { moveBefore?: (node: Node, before: Node | null) => void }) | null =
    place.parentNode as ParentNode | null;
  if (parent?.moveBefore) parent.moveBefore(island, place);
  else place.before(island);
  place.remove();
}

/** The code of an island that is not live yet is still wanted. */
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
