import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PageDecision } from '#engine/decide/types.ts';

/** Class of a response, for dashboards. */
export type ResponseClass = 'shared' | 'not-modified' | 'personal' | 'navigation' | 'redirect' | 'error';

/** Name of a page in logs, metrics and events: document without variations, and language. */
export const getPageRouteName = ({ document, locale }: Pick<PageDecision, 'document' | 'locale'>): string =>
  `${document}___${locale}`;

/** Counts responses; the metrics library reads the counters on each scrape. */
export class PageCounts {
  readonly #counts = new Map<number, number>();
  /** By document and language, because a name of both would be built for each page. */
  readonly #routes = new Map<DocumentId, Map<Locale, number>>();

  add(answer: ResponseClass, status: number): void {
    const key = classes.indexOf(answer) * 1000 + status;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Counts a sent page under its route. */
  addRoute({ document, locale }: Pick<PageDecision, 'document' | 'locale'>): void {
    let counts = this.#routes.get(document);
    if (counts === undefined) this.#routes.set(document, (counts = new Map()));
    counts.set(locale, (counts.get(locale) ?? 0) + 1);
  }

  /** Sent pages by route, see `getPageRouteName`; bounded by documents and languages. */
  get routes(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#routes].flatMap(([document, counts]) =>
        [...counts].map(([locale, count]) => [getPageRouteName({ document, locale }), count] as const),
      ),
    );
  }

  *[Symbol.iterator](): Generator<{ readonly answer: ResponseClass; readonly status: number; readonly count: number }> {
    for (const [key, count] of this.#counts) {
      const answer = classes[Math.floor(key / 1000)];
      if (answer !== undefined) yield { answer, status: key % 1000, count };
    }
  }
}

const classes: readonly ResponseClass[] = ['shared', 'not-modified', 'personal', 'navigation', 'redirect', 'error'];
