interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits concurrent jobs per key; others wait in order. */
export class KeyedSemaphore {
  readonly #lines = new Map<string, Line>();

  /** @param most returns the current limit, evaluated whenever a job could start; one job may always run */
  async run<T>(key: string, most: () => number, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    const free = (): number => Math.max(1, most()) - line.running;
    while (free() <= 0) await new Promise<void>((resolve) => line.waiting.push(resolve));
    line.running += 1;
    try {
      return await work();
    } finally {
      line.running -= 1;
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key);
      for (const next of line.waiting.splice(0, Math.max(0, free()))) next();
    }
  }
}
