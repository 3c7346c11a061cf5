import type { Studio } from './context.ts';

/** Leads back to the selected block. */
export function focusOutline(): void {
  document.querySelector<HTMLElement>('.outline [aria-selected="true"]')?.focus();
}

/** Leads to the first property of the selected block. */
export function focusProperties(): void {
  document.querySelector<HTMLElement>('.properties :is(input, select, textarea)')?.focus();
}

/** Keys that work wherever the focus is, in the page as well. */
export function onShortcut(event: KeyboardEvent, { store, session }: Pick<Studio, 'store' | 'session'>): void {
  if (event.key === 'Escape' && document.activeElement?.closest('.properties')) return focusOutline();
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  switch (event.key.toLowerCase()) {
    case 'z':
      event.preventDefault();
      return event.shiftKey ? store.redo() : store.undo();
    case 'y':
      event.preventDefault();
      return store.redo();
    case 's':
      event.preventDefault();
      return session.save();
  }
}
