import type { PageDecision } from '#engine/decide/types.ts';

/** Class of a response, for dashboards. */
export type ResponseClass = 'shared' | 'not-modified' | 'personal' | 'navigation' | 'redirect' | 'error';

/** Name of a page in logs, metrics and events: document without variations, and language. */
export const getPageRouteName = ({ document, locale }: Pick<PageDecision, 'document' | 'locale'>): string =>
  `${document}___${locale}`;

/** Counts responses; the metrics library reads the counters on each scrape. */
export class PageCounts {
  readonly #counts = new Map<number, number>();
  readonly #routes = new Map<string, number>();

  add(answer: ResponseClass, status: number): void {
    const key = classes.indexOf(answer) * 1000 + status;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Counts a sent page under its route, see `getPageRouteName`. */
  addRoute(route: string): void {
    this.#routes.set(route, (this.#routes.get(route) ?? 0) + 1);
  }

  /** Sent pages by route; bounded by documents and languages. */
  get routes(): ReadonlyMap<string, number> {
    return this.#routes;
  }

  *[Symbol.iterator](): Generator<{ readonly answer: ResponseClass; readonly status: number; readonly count: number }> {
    for (const [key, count] of this.#counts) {
      const answer = classes[Math.floor(key / 1000)];
      if (answer !== undefined) yield { answer, status: key % 1000, count };
    }
  }
}

const classes: readonly ResponseClass[] = ['shared', 'not-modified', 'personal', 'navigation', 'redirect', 'error'];
