import type { Studio } from './context.ts';

/** Moves the focus to the selected block in the outline. */
export function focusOutline(): void {
  document.querySelector<HTMLElement>('.outline [aria-selected="true"]')?.focus();
}

/** Moves the focus to the first property of the selected block. */
export function focusProperties(): void {
  document.querySelector<HTMLElement>('.properties :is(input, select, textarea)')?.focus();
}

/** Global keyboard shortcuts, including in the page. */
export function onShortcut(event: KeyboardEvent, { store, session }: Pick<Studio, 'store' | 'session'>): void {
  // Handled by the text editor.
  if (event.defaultPrevented) return;
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
      return void session.save();
  }
}
