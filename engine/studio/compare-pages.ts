/** Differences between two pages: changed elements of the first one, and the number of elements that only the second one has. */
export interface PageDifference {
  readonly elements: readonly HTMLElement[];
  readonly missing: number;
  readonly isSame: boolean;
}

/** Elements with an id that have no equal in the other page: the innermost ones, without parts of forms. */
export function comparePages(shown: Document, other: Document): PageDifference {
  const elements = listNamed(shown).filter((element) => {
    const same = other.getElementById(element.id);
    return same === null || !isEqual(element, same);
  });
  const missing = listNamed(other).filter(({ id }) => shown.getElementById(id) === null).length;
  return {
    elements: elements.filter((element) => !elements.some((each) => each !== element && element.contains(each))),
    missing,
    isSame: missing === 0 && elements.length === 0 && isEqual(shown.body, other.body),
  };
}

const FORM_PARTS = 'input, select, textarea, button, label, output, datalist';

function listNamed(page: Document): readonly HTMLElement[] {
  return [...page.body.querySelectorAll<HTMLElement>('[id]')].filter(
    (element) => 'offsetParent' in element && !element.matches(FORM_PARTS),
  );
}

/** Ignores attributes set by the studio. */
function isEqual(one: Element, other: Element): boolean {
  if (one.isEqualNode(other)) return true;
  return withoutStyles(one).isEqualNode(withoutStyles(other));
}

function withoutStyles(element: Element): Element {
  const copy = element.ownerDocument.importNode(element, true);
  for (const each of [copy, ...copy.querySelectorAll('[style]')]) each.removeAttribute('style');
  return copy;
}

/** Scrolls a page to the block at the top of another one. */
export function alignPages(shown: Document, other: Document, ids: readonly string[]): void {
  const [view, beside] = [shown.defaultView, other.defaultView];
  if (view === null || beside === null) return;
  const tops = ids.flatMap((id) => {
    const [own, its] = [shown.getElementById(id), other.getElementById(id)];
    return own === null || its === null
      ? []
      : [{ own: own.getBoundingClientRect(), its: its.getBoundingClientRect(), element: own }];
  });
  // Fixed elements say nothing about the scroll position.
  const isMoving = (element: Element): boolean =>
    !['fixed', 'sticky'].includes(view.getComputedStyle(element).position);
  const top = tops.findLast(({ own, element }) => own.top <= 0 && own.bottom > 0 && isMoving(element));
  beside.scrollTo({
    top: top === undefined ? view.scrollY : beside.scrollY + top.its.top - top.own.top,
    behavior: 'instant',
  });
}
