import { setTimeout as sleep } from 'node:timers/promises';

/** A page that shows both texts which a publication changes, and others that show one of them. */
const WATCHED = '/en/about-us';
const PAGES = [WATCHED, '/en', '/de', '/en/about-us', '/pl/about-us', '/en/viral', '/fr/membership-interest'];

/** Milliseconds between two visits: visitors come whether earlier ones were answered or not. */
const VISIT_EVERY = 40;

export interface Readings {
  /** Milliseconds of each answered request, by phase. */
  readonly times: Map<string, number[]>;
  /** Requests that were not answered with a page, by what came instead. */
  readonly failed: Map<string, number>;
  /** Pages whose texts belong to two revisions. */
  readonly mixed: string[];
}

export interface Readers {
  readonly readings: Readings;
  /** Where the times of the requests from now on belong. */
  phase: string;
  stop(): Promise<void>;
}

/** The numbers that the two texts of a page name; `null` for a text that is as the build made it. */
export function readNumbers(html: string): { readonly headline: number | null; readonly footer: number | null } {
  const [headline, footer] = [/Headline (\d+)\./.exec(html)?.[1], /Footer (\d+)\./.exec(html)?.[1]];
  return {
    headline: headline === undefined ? null : Number(headline),
    footer: footer === undefined ? null : Number(footer),
  };
}

/** Visitors who read pages at their own pace, through the balancer. */
export function startReaders(origin: string, random: () => number): Readers {
  const readings: Readings = { times: new Map(), failed: new Map(), mixed: [] };
  const running = new Set<Promise<void>>();
  const readers: Readers = {
    readings,
    phase: 'control',
    async stop() {
      clearInterval(visits);
      await Promise.all(running);
    },
  };
  const visit = async (): Promise<void> => {
    const path = PAGES[Math.floor(random() * PAGES.length)] ?? WATCHED;
    const { phase } = readers;
    const started = performance.now();
    try {
      const response = await fetch(origin + path, {
        headers: { 'accept-encoding': 'br' },
        signal: AbortSignal.timeout(15_000),
      });
      const html = await response.text();
      if (response.status !== 200) return count(readings.failed, `${response.status}`);
      readings.times.set(phase, [...(readings.times.get(phase) ?? []), performance.now() - started]);
      const { headline, footer } = readNumbers(html);
      if (path === WATCHED && headline !== footer) readings.mixed.push(`headline ${headline}, footer ${footer}`);
    } catch {
      count(readings.failed, 'cut off');
    }
  };
  const visits = setInterval(() => {
    const one = visit().finally(() => running.delete(one));
    running.add(one);
  }, VISIT_EVERY);
  return readers;
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/**
 * Milliseconds from `since`, in milliseconds since the epoch, until each of these origins sends the number.
 *
 * @throws when one does not within `within` milliseconds
 */
export function measureVisible(
  origins: readonly string[],
  number: number | null,
  since: number,
  within: number,
): Promise<readonly number[]> {
  return Promise.all(
    origins.map(async (origin) => {
      for (const until = Date.now() + within; Date.now() < until; await sleep(20)) {
        const html = await fetch(origin + WATCHED, { headers: { 'accept-encoding': 'br' } }).then(
          (response) => response.text(),
          () => '',
        );
        if (html !== '' && readNumbers(html).headline === number) return Date.now() - since;
      }
      throw new Error(`${origin} does not show number ${number} within ${within / 1_000} s.`);
    }),
  );
}
