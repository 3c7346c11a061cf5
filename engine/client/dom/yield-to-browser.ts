/** Ends the present task: anyone who typed or pressed meanwhile is answered first, and the work goes on right after that. */
export function yieldToBrowser(): Promise<void> {
  // Not in every browser (https://developer.mozilla.org/docs/Web/API/Scheduler/yield).
  const { scheduler }: { readonly scheduler?: Partial<Pick<Scheduler, 'yield'>> } = window;
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
