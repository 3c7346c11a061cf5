import type { DeferredAction } from '../dom/get-loader-state.ts';

/** Replays the visitor's actions on an island from before hydration, in order. */
export function replay(island: HTMLElement, waiting: DeferredAction[]): void {
  const own = waiting.filter((item) => item.island === island);
  for (const item of own) {
    waiting.splice(waiting.indexOf(item), 1);
    if (item.button) twin(island, item.button)?.click();
  }
}

/** The element, or its replacement after a re-render. */
function twin<Kind extends HTMLElement>(island: HTMLElement, element: Kind): Kind | null {
  if (element.isConnected) return element;
  if (element.id !== '') return document.getElementById(element.id) as Kind | null;
  const name = element.getAttribute('name');
  const alike = [...island.querySelectorAll<Kind>(element.localName)];
  return alike.find((other) => name === null || other.getAttribute('name') === name) ?? null;
}
