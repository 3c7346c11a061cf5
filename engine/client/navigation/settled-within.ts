/** How long a navigation may wait for what its page needs, in milliseconds (C6). */
export const navigateDelay = { defaultMs: 100, maxMs: 1_000 } as const;

/** Resolves once all work has ended, however it ended, or after `delay` milliseconds; the longest delay wins over a longer one. */
export async function settledWithin(
  work: readonly Promise<unknown>[],
  delay: number = navigateDelay.defaultMs,
): Promise<void> {
  if (work.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, Math.min(Math.max(delay, 0), navigateDelay.maxMs));
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}
