import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { commitNamed, checkOutTree } from '../same/tree.ts';
import { type Measured, type MeasuredServer, startMeasuredServer } from './measured-server.ts';
import { type Finding, judge, MAX_MS } from './judge.ts';
import { allRequests, type Asked, issueRequests, SAMPLED } from './requests.ts';

export const costs: Proof = {
  summary:
    'Sends each route of the built server what costs most, as a stranger and as each group of the staff: 20 ms of the processor for one request at most. A sample in which each route is with the worst shapes; "--all" sends everything. "--runs" is how often each is measured that is not cheap at once.',
  runs: 5,
  run: async ({ runs, isWhole, progress }) => {
    const server = await startMeasuredServer();
    const asked = allRequests(server, isWhole ? 1 : SAMPLED);
    return measureAll(server, asked, runs, progress).finally(() => server.stop());
  },
};

/** The same shapes against a release that is known to break promises: a proof that finds nothing there proves nothing. */
export const costsControl: Proof = {
  summary: 'Measures the costliest of these requests against another commit, as a control of "costs".',
  runs: 3,
  takes: 'COMMIT',
  run: runControl,
};

async function runControl({ argument, runs, progress }: ProofContext): Promise<ProofResult> {
  const commit = commitNamed(argument ?? '');
  if (commit === null) return { found: [], broken: [`"${argument}" is not a commit of this repository.`] };
  const tree = await checkOutTree(commit);
  try {
    const server = await startMeasuredServer(tree.folder);
    const { found } = await measureAll(server, issueRequests(), runs, progress).finally(() => server.stop());
    return { found, broken: [] };
  } finally {
    tree.close();
  }
}

/** Milliseconds for memory to come back, and bytes that may stay: caches fill once. */
const BACK_WITHIN = 10_000;
const MAY_STAY = 64 * 1024 * 1024;

/** @param factor By which a busy machine may make a request dearer. */
export async function measureAll(
  server: MeasuredServer,
  asked: readonly Asked[],
  runs: number,
  progress: (done: number, total: number) => void = () => {},
  factor = 1,
): Promise<ProofResult> {
  const empty = new Map<string, Measured>();
  const worst: Finding[] = [];
  const broken: string[] = [];
  const before = await server.held();
  for (const [index, each] of asked.entries()) {
    const finding = await judge(server, { ...each, most: (each.most ?? MAX_MS) * factor }, runs, empty);
    worst.push(finding);
    broken.push(...finding.broken);
    progress(index + 1, asked.length);
  }
  const until = Date.now() + BACK_WITHIN;
  let held = await server.held();
  while (held - before > MAY_STAY && Date.now() < until) held = await server.held();
  if (held - before > MAY_STAY) broken.push(`${Math.round((held - before) / 1e6)} MB were still held after 10 s.`);
  const slowest = worst.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 12);
  return {
    found: [
      ['Routes', server.routes.length],
      ['Requests', asked.length],
      ['Megabytes held more', Math.round((held - before) / 1e6)],
      ...slowest.map(({ name, milliseconds }) => [`${name} (ms)`, Math.round(milliseconds * 10) / 10] as const),
    ],
    broken,
  };
}
