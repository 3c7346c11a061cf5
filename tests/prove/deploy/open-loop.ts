import { register, type Seen } from '../parts/visitors.ts';

/** Requests that failed, by what was asked for and what came instead. */
export interface Counts {
  pages: number;
  assets: number;
  forms: number;
  readonly failed: Map<string, number>;
  /** Paths of everything that any page named. */
  readonly known: Set<string>;
}

export const nothingCounted = (): Counts => ({ pages: 0, assets: 0, forms: 0, failed: new Map(), known: new Set() });

const PAGES = ['/en', '/de', '/fr', '/en/viral', '/it', '/pl', '/PROVE-1', '/sv/membership-interest'];
/** Milliseconds between two visits and two registrations: they come whether earlier ones were answered or not. */
const VISIT_EVERY = 100;
const REGISTER_EVERY = 400;
const ASSETS_A_VISIT = 5;

export interface OpenLoop {
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Visitors that come at their own pace. */
export function startOpenLoop(origin: string, counts: Counts, seen: Seen, random: () => number): OpenLoop {
  const running = new Set<Promise<unknown>>();
  let people = 0;
  const start = (work: Promise<unknown>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const visits = setInterval(() => start(visit(origin, counts, random)), VISIT_EVERY);
  const forms = setInterval(() => {
    people += 1;
    start(registerOne(origin, counts, seen, `deploy-${people}@example.com`));
  }, REGISTER_EVERY);
  return {
    async stop() {
      clearInterval(visits);
      clearInterval(forms);
      await Promise.all(running);
    },
  };
}

/** Asks for a file as a page from a cache does. */
export async function fetchAsset(origin: string, path: string, counts: Counts): Promise<void> {
  counts.assets += 1;
  await answered(origin, path, 'file', counts);
}

async function visit(origin: string, counts: Counts, random: () => number): Promise<void> {
  counts.pages += 1;
  const path = PAGES[Math.floor(random() * PAGES.length)] ?? '/en';
  // Each visitor from a network of its own, as in life: one that asks for all codes is refused.
  const network = `10.${octet(random)}.${octet(random)}.${octet(random)}`;
  const page = await answered(origin, path, 'page', counts, network);
  const named = [...new Set(page.match(/\/assets\/[\w./-]+\.(?:js|css|avif|webp|jpg|png|svg|woff2)/g) ?? [])];
  for (const asset of named) counts.known.add(asset);
  const wanted = named.toSorted(() => random() - 0.5).slice(0, ASSETS_A_VISIT);
  await Promise.all(wanted.map((asset) => fetchAsset(origin, asset, counts)));
}

async function registerOne(origin: string, counts: Counts, seen: Seen, email: string): Promise<void> {
  counts.forms += 1;
  if (!(await register(origin, 'PROVE-1', email, seen))) fail(counts, 'form');
}

const octet = (random: () => number): number => Math.floor(random() * 256);

async function answered(
  origin: string,
  path: string,
  what: string,
  counts: Counts,
  network = '10.0.0.1',
): Promise<string> {
  try {
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'br', 'x-forwarded-for': network } });
    const text = await response.text();
    if (response.status === 200) return text;
    fail(counts, `${what} ${response.status} ${path}`);
  } catch {
    fail(counts, `${what} cut off`);
  }
  return '';
}

function fail({ failed }: Counts, what: string): void {
  failed.set(what, (failed.get(what) ?? 0) + 1);
}
