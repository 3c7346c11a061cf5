import { setTimeout as sleep } from 'node:timers/promises';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { networkLimits } from '#server/platform/limits/network-limits.ts';
import { anonymous } from '#tests/bench/parts/memory-of.ts';
import { fitLine } from './parts/fit-line.ts';
import { setStage } from './parts/stage.ts';
import { nothingSeen, register } from './parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const MINUTES = 60;
/** Share of the time that passes before memory is looked at: what is kept for the next visitor fills up first. */
const SETTLING = 0.25;
/** Tolerated growth of memory in an hour, in addition to the process itself. */
const MAX_GROWTH = 0.03;
/** Milliseconds between two visits. */
const PAUSE = 50;
/** Visitors who come together before that. */
const AT_ONCE = 100;

const LOCALES = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'] as const;
const PAGES = ['', '/about-us', '/black-friday', '/viral', '/code', '/membership-interest', '/social', '/nothing/here'];

export const soak: Proof = {
  summary: 'Lets visitors come for an hour, or --minutes, and looks whether the memory of the server has a slope.',
  runs: 1,
  missing: () => (process.platform === 'linux' ? null : 'memory is read from /proc, which only Linux has'),
  run,
};

async function run({ minutes, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('sqlite');
  // As deploy/Dockerfile sets it.
  const server = await stage.serve({ MALLOC_ARENA_MAX: '2' });
  await stage.addCode('SOAK');
  /** Lowest megabytes of each minute: what a collection leaves over. */
  const lowest: number[] = [];
  const seen = nothingSeen();
  let [visits, failed, minute] = [0, 0, 0];
  const visit = async (turn: number): Promise<void> => {
    const answers = await Promise.all(
      makeRequests(server.origin, turn).map((request) => fetch(request).catch(() => null)),
    );
    for (const answer of answers) {
      visits += 1;
      if (answer === null || answer.status >= 500) failed += 1;
      await answer?.arrayBuffer();
    }
    if (turn % 20 === 0) await register(server.origin, 'SOAK', `soak-${turn}@example.com`, seen);
  };
  try {
    failed += await comeFromMostNetworks(server.origin);
    const started = performance.now();
    const until = started + (minutes ?? MINUTES) * 60_000;
    for (let turn = 0; performance.now() < until; turn += 1) {
      await visit(turn);
      minute = Math.floor((performance.now() - started) / 60_000);
      lowest[minute] = Math.min(lowest[minute] ?? Infinity, anonymous(server.pid));
      if (turn % 20 === 0) progress(minute, minutes ?? MINUTES);
      await sleep(PAUSE);
    }
  } finally {
    await server.stop();
    await stage.close();
  }
  // The last minute is not whole.
  const settled = lowest.slice(Math.floor(lowest.length * SETTLING), -1);
  const { slope, error } = fitLine(settled);
  const mean = settled.reduce((sum, value) => sum + value, 0) / settled.length;
  const [least, most] = [slope - 2 * error, slope + 2 * error].map((perMinute) => (perMinute * 60) / mean);
  return {
    found: [
      ['Minutes', lowest.length],
      ['Requests', visits],
      ['… that failed', failed],
      ['Registrations', seen.registered.size],
      ['Megabytes, mean of what is left in each minute', mean.toFixed(1)],
      ['… of the first and the last minute looked at', `${settled[0]}, ${settled.at(-1)}`],
      ['Slope, % of it in an hour, 95 % interval', `${percent(least)} to ${percent(most)}`],
    ],
    broken: [
      ...(failed === 0 ? [] : [`${failed} requests failed.`]),
      ...(settled.length < 4 ? ['That was too short to see a slope.'] : []),
      ...((least ?? 0) > MAX_GROWTH ? [`Memory grows by more than ${percent(MAX_GROWTH)} % in an hour.`] : []),
    ],
  };
}

const percent = (share: number | undefined): string => ((share ?? Number.NaN) * 100).toFixed(1);

/**
 * As many networks as a process knows at a time open the invitation, whose form is filled in, which a network may ask for so often:
 * what grows with every new network grows to its bound before memory is looked at, and lets one go for each that comes later.
 *
 * @returns how many did not get the page
 */
async function comeFromMostNetworks(origin: string): Promise<number> {
  let refused = 0;
  const come = async (network: number): Promise<void> => {
    const forwarded = `172.${16 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`;
    const answer = await fetch(`${origin}/en/SOAK`, { headers: { 'x-forwarded-for': forwarded } });
    await answer.arrayBuffer();
    if (answer.status !== 200) refused += 1;
  };
  for (let first = 0; first < networkLimits.counters; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => come(first + index)));
  return refused;
}

/** What one visitor asks for: a page as everybody gets it, one with something of a campaign in it, an invitation, a file and an operation. */
function makeRequests(origin: string, turn: number): Request[] {
  const locale = LOCALES[turn % LOCALES.length] ?? 'en';
  const page = PAGES[Math.floor(turn / LOCALES.length) % PAGES.length] ?? '';
  const query = Object.entries(persistedDocuments).find(([, text]) => text.startsWith('query'))?.[0];
  const headers = { 'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}` };
  return [
    new Request(`${origin}/${locale}${page}`, { headers }),
    new Request(`${origin}/${locale}${page}?utm_source=soak-${turn}`, { headers }),
    new Request(`${origin}/${locale}/SOAK`, { headers }),
    new Request(`${origin}/${locale}${page}?_nav=1`, { headers }),
    new Request(`${origin}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: query } } }),
    }),
  ];
}
