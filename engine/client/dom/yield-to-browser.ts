/** Yields to the browser, which handles pending input first, and then continues. */
export function yieldToBrowser(): Promise<void> {
  // Not supported by all browsers (https://developer.mozilla.org/docs/Web/API/Scheduler/yield).
  const { scheduler }: { readonly scheduler?: Partial<Pick<Scheduler, 'yield'>> } = window;
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
