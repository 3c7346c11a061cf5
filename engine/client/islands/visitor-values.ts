import { registrationStore } from '../stores/registration.ts';
import type { VisitorValues } from '#engine/block-kit/visitor-values.ts';

let values: Readonly<Record<string, string>> = {};
const listeners = new Set<() => void>();

/** What the server wrote into the holes of islands. */
export const visitorValues: VisitorValues = {
  subscribe(onChange) {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  get: (name) => values[name] ?? '',
};

/** Takes over what the server wrote for this visitor into compiled markup. */
export function readVisitorValues(markup: HTMLElement): void {
  const found: Record<string, string> = { ...values };
  for (const hole of markup.querySelectorAll<HTMLElement>('[data-hole]')) {
    found[hole.dataset['hole'] ?? ''] = hole.textContent;
  }
  values = found;
  if (found['name'] !== undefined) registrationStore.setState({ inviter: found['name'] });
  for (const listener of listeners) listener();
}
