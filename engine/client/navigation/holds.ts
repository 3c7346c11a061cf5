const holds = new Set<Promise<unknown>>();

/** Lets a navigation wait for work that must not be lost, such as an event on its way; for `delay` milliseconds at most. */
export function holdNavigation(work: Promise<unknown>): void {
  holds.add(work);
  const end = (): void => void holds.delete(work);
  work.then(end, end);
}

/** Resolves when nothing holds the navigation any more, or after `delay` milliseconds. */
export async function holdsEnded(delay: number): Promise<void> {
  if (holds.size === 0) return;
  const late = new Promise((resolve) => setTimeout(resolve, delay));
  await Promise.race([Promise.allSettled(holds), late]);
}
