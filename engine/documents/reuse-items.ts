/** The earlier list if both have the same items. */
export function reuseItems<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] | undefined {
  return before !== undefined && before.length === now.length && before.every((item, index) => item === now[index])
    ? before
    : undefined;
}
