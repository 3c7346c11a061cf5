export interface GroupedCount {
  readonly parts: readonly string[];
  readonly count: number;
}

/** Counts by several keys; counts may be negative. */
export class GroupedCounter {
  readonly #entries = new Map<string, { readonly parts: readonly string[]; count: number }>();

  get size(): number {
    return this.#entries.size;
  }

  add(parts: readonly string[], count = 1): void {
    // Keys contain no control characters: databases reject NUL.
    const key = parts.join('\0');
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, { parts, count });
    else entry.count += count;
  }

  join(other: GroupedCounter): void {
    for (const { parts, count } of other.entries()) this.add(parts, count);
  }

  /** In a fixed order, so that concurrent nodes lock counters in the same order. */
  entries(): readonly GroupedCount[] {
    return [...this.#entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  }
}
