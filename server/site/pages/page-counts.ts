import type { PageDecision } from '#engine/decide/types.ts';

/** What was sent, in words that a dashboard groups by. */
export type AnswerClass = 'shared' | 'not-modified' | 'personal' | 'navigation' | 'redirect' | 'error';

/** What logs, metrics and events call a page: its document, without variations, and its language. */
export const pageRouteName = ({ document, locale }: Pick<PageDecision, 'document' | 'locale'>): string =>
  `${document}___${locale}`;

/** Counts answers without touching the metrics library on the way: it reads these at each scrape. */
export class PageCounts {
  readonly #counts = new Map<number, number>();
  readonly #routes = new Map<string, number>();

  add(answer: AnswerClass, status: number): void {
    const key = classes.indexOf(answer) * 1000 + status;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** A page was sent under this route, see `pageRouteName`. */
  addRoute(route: string): void {
    this.#routes.set(route, (this.#routes.get(route) ?? 0) + 1);
  }

  /** Pages sent by route; as many as there are documents and languages. */
  get routes(): ReadonlyMap<string, number> {
    return this.#routes;
  }

  *[Symbol.iterator](): Generator<{ readonly answer: AnswerClass; readonly status: number; readonly count: number }> {
    for (const [key, count] of this.#counts) {
      const answer = classes[Math.floor(key / 1000)];
      if (answer !== undefined) yield { answer, status: key % 1000, count };
    }
  }
}

const classes: readonly AnswerClass[] = ['shared', 'not-modified', 'personal', 'navigation', 'redirect', 'error'];
