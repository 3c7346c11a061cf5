import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type Contender, formRequest, requestHead, type Rounds } from './parts/compare.ts';
import { startMeasured } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';
import { warmUp } from './parts/warm-up.ts';

export const summary = 'Answers that cost more than a shared page: how many times as much, beside the goal of each.';

const ROUNDS: Rounds = { rounds: 5, duration: 1000, connections: 16 };

/** One network has few pages rendered in a minute, so the load is a proxy for this many visitors. */
const NETWORKS = 5_000;

/** Together they are more than is remembered of filled pages; each is asked for in the database first. */
const CODES = 1_000;
const codes = Array.from({ length: CODES }, (_, i) => `GUEST-${i}`);

const plain = { 'Accept-Encoding': 'identity' };

interface Answer extends Omit<Contender, 'server'> {
  readonly goal: Goal | null;
}

/** Processor time at most: microseconds, or as many times that of another answer. */
type Goal = number | { readonly times: number; readonly of: string };

const SHARED = 'landing, shared';
const INVITATION = 'invitation';

const answers: readonly Answer[] = [
  { name: SHARED, requests: [requestHead('/', 'visit=1')], goal: null },
  { name: `${SHARED}, no compression`, requests: [requestHead('/', 'visit=1', plain)], goal: { times: 2, of: SHARED } },
  { name: INVITATION, requests: [requestHead('/CAMPAIGN', '')], goal: { times: 2, of: SHARED } },
  {
    name: `${INVITATION}, no compression`,
    requests: [requestHead('/CAMPAIGN', '', plain)],
    goal: { times: 2, of: INVITATION },
  },
  {
    name: `${INVITATION}, ${CODES} codes in turn`,
    requests: codes.map((code) => requestHead(`/${code}`, '')),
    goal: null,
  },
  {
    name: 'unknown address',
    requests: Array.from({ length: 1000 }, (_, i) => requestHead(`/no/such/page-${i}`, '')),
    status: 404,
    goal: null,
  },
  { name: 'forced variation', requests: [requestHead('/?short-hero=1', '')], goal: null },
  {
    name: 'refused form',
    requests: Array.from({ length: NETWORKS }, (_, i) =>
      formRequest(
        '/do/check-code',
        { code: `!${i}`, document: 'landings/default' },
        { 'X-Forwarded-For': `198.18.${i >> 8}.${i & 255}` },
      ),
    ),
    status: 422,
    goal: 1500,
  },
];

export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-answers-'));
  const made = ['CAMPAIGN', ...codes].join(',');
  const server = await startMeasured('answers', 'serve-vitrine.ts', ['0', made, dataDir, '127.0.0.1']);
  for (const { requests } of answers) await warmUp(server, requests[0] ?? '');
  const rows = await compare(
    answers.map((answer) => ({ ...answer, server })),
    ROUNDS,
  );
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  const findCpu = (name: string): number => rows.find((row) => row.name === name)?.cpuPerRequest ?? Number.NaN;
  const formatLimit = (goal: Goal | null): string =>
    goal === null ? '–' : (typeof goal === 'number' ? goal : goal.times * findCpu(goal.of)).toFixed(0);
  printTable(
    'Costly answers (server on one core, load on another; medians of interleaved rounds)',
    ['', 'requests/s', 'CPU µs', 'bytes', 'of shared by CPU', 'goal, CPU µs'],
    rows.map((row, index) => [
      row.name,
      Math.round(row.requestsPerSecond),
      row.cpuPerRequest.toFixed(1),
      Math.round(row.bytesPerAnswer),
      `${(row.cpuPerRequest / findCpu(SHARED)).toFixed(2)}×`,
      formatLimit(answers[index]?.goal ?? null),
    ]),
  );
}
