import type { DeferredAction } from '../dom/loader-state.ts';

/** Does what a visitor did in this island before it was live, in the same order. */
export function replay(island: HTMLElement, waiting: DeferredAction[]): void {
  const own = waiting.filter((item) => item.island === island);
  for (const item of own) {
    waiting.splice(waiting.indexOf(item), 1);
    if (item.button) twin(island, item.button)?.click();
  }
}

/** The element itself, or the one that took its place when React had to render the island anew. */
function twin<Kind extends HTMLElement>(island: HTMLElement, element: Kind): Kind | null {
  if (element.isConnected) return element;
  if (element.id !== '') return document.getElementById(element.id) as Kind | null;
  const name = element.getAttribute('name');
  const alike = [...island.querySelectorAll<Kind>(element.localName)];
  return alike.find((other) => name === null || other.getAttribute('name') === name) ?? null;
}
