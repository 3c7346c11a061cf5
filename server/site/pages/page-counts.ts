/** What was sent, in words that a dashboard groups by. */
export type AnswerClass = 'shared' | 'not-modified' | 'personal' | 'navigation' | 'redirect' | 'error';

/** Counts answers without touching the metrics library on the way: it reads these when somebody asks. */
export class PageCounts {
  readonly #counts = new Map<number, number>();

  add(answer: AnswerClass, status: number): void {
    const key = classes.indexOf(answer) * 1000 + status;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  *[Symbol.iterator](): Generator<{ readonly answer: AnswerClass; readonly status: number; readonly count: number }> {
    for (const [key, count] of this.#counts) {
      const answer = classes[Math.floor(key / 1000)];
      if (answer !== undefined) yield { answer, status: key % 1000, count };
    }
  }
}

const classes: readonly AnswerClass[] = ['shared', 'not-modified', 'personal', 'navigation', 'redirect', 'error'];
