import type { VisitorValues } from '#engine/block-kit/visitor-values.ts';
import { journeys } from '#schemas/generated/journeys/client.ts';

let values: Readonly<Record<string, string>> = {};
const listeners = new Set<() => void>();

/** Values that the server wrote into holes of islands. */
export const visitorValues: VisitorValues = {
  subscribe(onChange) {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  get: (name) => values[name] ?? '',
};

/** Reads the visitor's values from the markup. */
export function readVisitorValues(markup: HTMLElement): void {
  const found: Record<string, string> = { ...values };
  for (const hole of markup.querySelectorAll<HTMLElement>('[data-hole]')) {
    found[hole.dataset['hole'] ?? ''] = hole.textContent;
  }
  values = found;
  for (const journey of journeys) journey.onVisitorValues?.(found);
  for (const listener of listeners) listener();
}
