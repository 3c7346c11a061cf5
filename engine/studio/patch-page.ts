/** Updates a rendered page to another one by changing only differences: scroll position, images and styles stay, and it is much faster than a reload. */
export function patchPage(shown: Document, next: Document): void {
  patchElement(shown.documentElement, next.documentElement);
}

function patchElement(shown: Element, next: Element): void {
  patchAttributes(shown, next);
  patchChildren(shown, next);
}

function patchAttributes(shown: Element, next: Element): void {
  for (const name of shown.getAttributeNames()) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
}

/** Elements with an id are matched by id, others by position. */
function patchChildren(shown: Element, next: Element): void {
  let at = shown.firstChild;
  for (const child of next.childNodes) {
    const moved = readId(child) !== '' && readId(at) !== readId(child) ? ownChild(shown, readId(child)) : null;
    if (moved !== null) shown.insertBefore(moved, at);
    const present: ChildNode | null = moved ?? at;
    if (present !== null && isSameKind(present, child)) {
      if (moved === null) at = present.nextSibling;
      if (!present.isEqualNode(child)) patchNode(present, child);
    } else shown.insertBefore(shown.ownerDocument.importNode(child, true), at);
  }
  while (at !== null) {
    const rest: ChildNode | null = at.nextSibling;
    at.remove();
    at = rest;
  }
}

function patchNode(shown: ChildNode, next: ChildNode): void {
  if (isElement(shown) && isElement(next)) patchElement(shown, next);
  else shown.nodeValue = next.nodeValue;
}

const isSameKind = (one: ChildNode, other: ChildNode): boolean =>
  one.nodeName === other.nodeName && (readId(one) === readId(other) || readId(other) === '');

function ownChild(parent: Element, id: string): ChildNode | null {
  return [...parent.children].find((child) => child.id === id) ?? null;
}

const readId = (node: ChildNode | null): string => (node !== null && isElement(node) ? node.id : '');

/** Nodes of a frame belong to another realm, so `instanceof` does not work. */
const isElement = (node: Node): node is Element => node.nodeType === 1;
