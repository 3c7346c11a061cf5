/** How two pages differ: elements of the first one, and the number of those that only the other one has. */
export interface PageDifference {
  readonly elements: readonly HTMLElement[];
  readonly missing: number;
  readonly isSame: boolean;
}

/** Elements with an id of which one page has no equal: the smallest ones, without parts of forms. */
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

/** Whatever the studio itself has set in them. */
function isEqual(one: Element, other: Element): boolean {
  if (one.isEqualNode(other)) return true;
  return withoutStyles(one).isEqualNode(withoutStyles(other));
}

function withoutStyles(element: Element): Element {
  const copy = element.ownerDocument.importNode(element, true);
  for (const each of [copy, ...copy.querySelectorAll('[style]')]) each.removeAttribute('style');
  return copy;
}

/** Leads a page to the block that another one shows at its top. */
export function alignPages(shown: Document, other: Document, ids: readonly string[]): void {
  const [view, beside] = [shown.defaultView, other.defaultView];
  if (view === null || beside === null) return;
  const tops = ids.flatMap((id) => {
    const [own, its] = [shown.getElementById(id), other.getElementById(id)];
    return own === null || its === null
      ? []
      : [{ own: own.getBoundingClientRect(), its: its.getBoundingClientRect(), element: own }];
  });
  // What stays in its place on the screen says nothing about where the page is.
  const isMoving = (element: Element): boolean =>
    !['fixed', 'sticky'].includes(view.getComputedStyle(element).position);
  const top = tops.findLast(({ own, element }) => own.top <= 0 && own.bottom > 0 && isMoving(element));
  beside.scrollTo({
    top: top === undefined ? view.scrollY : beside.scrollY + top.its.top - top.own.top,
    behavior: 'instant',
  });
}
