import type { Limit } from '#server/platform/ports.ts';

/** The naive control: one counter per name for everybody, in one window that does not end while an attack lasts. */
export class NaiveLimits {
  readonly #hits = new Map<string, number>();

  /** Counts one hit under every name, and says whether all stay within their limits. */
  count(named: Readonly<Record<string, Limit['max']>>): boolean {
    return Object.entries(named)
      .map(([name, max]) => {
        const hits = (this.#hits.get(name) ?? 0) + 1;
        this.#hits.set(name, hits);
        return hits <= max;
      })
      .every(Boolean);
  }
}
