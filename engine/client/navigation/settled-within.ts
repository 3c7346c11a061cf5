/** Timeouts for requirements of a page in milliseconds (C6). */
export const navigateDelay = { defaultMs: 100, maxMs: 1_000 } as const;

/** Resolves once all promises have settled, or after `delay` milliseconds, limited to the maximum. */
export async function waitUntilSettled(
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
