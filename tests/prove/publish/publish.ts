import { setTimeout as sleep } from 'node:timers/promises';
import { openPages } from '#tests/helpers/documents.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { findNginx, findPgBouncer } from '#tests/setup/programs.ts';
import { type Node, setUp, type Topology } from '../cluster/topology.ts';
import { percentile } from '../parts/percentile.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { rollBackAcrossStart } from './phases.ts';
import { createPublisher, type Published, type Publisher } from './publisher.ts';
import { measureVisible, type Readers, startReaders } from './readers.ts';

/** Publications before anything is measured: memory that a busy process takes once is taken by then. */
const WARM = 10;
/** Milliseconds of visitors without publications, before and after, as the control. */
const CONTROL = 20_000;
/** Every so many publications something is killed. */
const KILLED_EVERY = 10;
/** Numbers of nodes and names of other parts, in turn. */
const VICTIMS = [0, 1, 'PostgreSQL', 'PgBouncer'] as const;
/** Milliseconds within which a publication is visible; of one beside a kill, once all is up again. */
const VISIBLE_WITHIN = 60_000;
/** Milliseconds within which a page has its best encoding. */
const ENCODED_WITHIN = 30_000;
/** Starts of an experiment, each rolled back. */
const ROUNDS = 3;
/** Milliseconds ahead of a scheduled publication. */
const AHEAD = 4_000;

/** Row P1 and P11: milliseconds until a text is visible on each node, the median and the 99th percentile. */
const LIMIT_MS = { median: 1_000, late: 2_000, cache: 2_000 };
/** Of p99 of pages while content is published, in terms of the control. */
const MAX_SLOWDOWN = 2;
/** Of memory at the end, in terms of that after the first publications. */
const MAX_GROWTH = 1.1;

export const publish: Proof = {
  summary:
    'Publishes texts, documents, roll-backs and scheduled changes on two nodes with PostgreSQL behind the nginx of deploy/, under visitors, and kills each part in between.',
  runs: 200,
  missing: () => {
    if (!hasPostgres()) return 'this machine has no PostgreSQL server.';
    if (findPgBouncer() === null) return 'this machine has no PgBouncer: apt-get install pgbouncer';
    return findNginx() === null ? 'this machine has no nginx (Debian: nginx-light).' : null;
  },
  run: prove,
};

type Kind = 'a text' | 'a text and an image' | 'a roll-back' | 'a scheduled text';
/** In turn. */
const KINDS: readonly Kind[] = ['a text', 'a text and an image', 'a roll-back', 'a text', 'a scheduled text'];

/** What one page of the site has behind its text, and another image that the build made for the same place. */
const PICTURED = 'pages-config/pages/about-us.json';
const IMAGES = ['images/satin/ivory-23.jpg', 'images/satin/ivory-41.jpg'] as const;

interface Run {
  readonly topology: Topology;
  readonly publisher: Publisher;
  readonly readers: Readers;
  /** Numbers that the texts name, by revision; the build has none. */
  readonly numbers: Map<number, number | null>;
  readonly visible: Map<string, number[]>;
  readonly broken: string[];
}

async function prove({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  // All visitors of a proof come from one address.
  const topology = await setUp({ RATE_LIMIT_EXPERIMENT_VISITORS: '999999 per 1 min' });
  const { nginx, nodes, stage } = topology;
  const publisher = await createPublisher(stage, nginx.origin).catch(async (error: unknown) => {
    await topology.close();
    throw error;
  });
  const readers = startReaders(nginx.origin, random);
  const run: Run = {
    topology,
    publisher,
    readers,
    numbers: new Map([[0, null]]),
    visible: new Map(),
    broken: [],
  };
  const killed = { 'a node': 0, PostgreSQL: 0, PgBouncer: 0 };
  let memory: readonly number[] = [];
  const started: number[] = [];
  try {
    await sleep(CONTROL);
    for (let number = 1; number <= WARM + runs; number += 1) {
      const isMeasured = number > WARM;
      if (number === WARM + 1) {
        memory = nodes.map((node) => node.memory());
        run.visible.clear();
      }
      const kind = number === 1 ? 'a text' : (KINDS[number % KINDS.length] ?? 'a text');
      if (isMeasured && number % KILLED_EVERY === 0) {
        readers.phase = 'kills';
        const victim = VICTIMS[Math.floor(number / KILLED_EVERY) % VICTIMS.length] ?? 'PostgreSQL';
        killed[typeof victim === 'number' ? 'a node' : victim] += 1;
        started.push(...(await publishBesideKill(run, number, kind, victim, random)));
      } else {
        readers.phase = isMeasured ? 'publications' : 'warm';
        await publishOne(run, number, kind);
      }
      if (isMeasured) progress(number - WARM, runs);
    }
    const after = nodes.map((node) => node.memory());
    readers.phase = 'phases';
    const phases = await rollBackAcrossStart({
      stage,
      origin: nginx.origin,
      publisher,
      rounds: ROUNDS,
      after: WARM + runs,
    });
    run.broken.push(...phases.broken);
    await readers.stop();
    await compareNodes(run);
    judge(run, memory, after);
    return {
      found: [
        ['Publications', WARM + runs],
        ...Object.entries(killed).map(([what, times]) => [`Kills of ${what}`, times] as const),
        ...[...run.visible].flatMap(([what, times]) => describeTimes(`Visible: ${what}`, times)),
        ...(started.length === 0
          ? []
          : [
              [
                'Naive, a node ends and starts with other files: median ms',
                Math.round(percentile(started, 0.5)),
              ] as const,
            ]),
        ...[...readers.readings.times].flatMap(([phase, times]) => describeTimes(`Pages: ${phase}`, times)),
        ...[...readers.readings.failed].map(([what, times]) => [`Pages answered ${what}`, times] as const),
        ['Visitors while an experiment starts and is rolled back', phases.visitors],
        ['Exposures of them', phases.exposures],
        ['Phases of them, each of one content', phases.phases],
        ['Pages of two revisions', readers.readings.mixed.length],
        ['MiB of the nodes after the first publications', memory.join(' and ')],
        ['MiB of the nodes at the end (killed ones are younger)', after.join(' and ')],
      ],
      broken: run.broken,
    };
  } finally {
    await readers.stop();
    await topology.close();
  }
}

const describeTimes = (what: string, times: readonly number[]): ProofResult['found'] => [
  [`${what}, count`, times.length],
  [`${what}, median ms`, Math.round(percentile(times, 0.5) * 10) / 10],
  [`${what}, p99 ms`, Math.round(percentile(times, 0.99) * 10) / 10],
];

/** Publishes once and waits until every node, and the cache before them, sends it. */
async function publishOne(run: Run, number: number, kind: Kind): Promise<void> {
  const published = await send(run, number, kind);
  await see(run, published, kind);
}

async function send({ publisher, numbers }: Run, number: number, kind: Kind): Promise<Published> {
  const key = `publication-${number}`;
  if (kind === 'a roll-back') {
    const [to, restored] = [...numbers].at(-2) ?? [0, null];
    const published = await publisher.restore(to, key);
    numbers.set(published.revision, restored);
    return published;
  }
  const [from, to] = number % 2 === 0 ? IMAGES : [IMAGES[1], IMAGES[0]];
  const swap = (text: string): string => text.replaceAll(from, to);
  const draft = await publisher.draft(number, kind === 'a text and an image' ? { [PICTURED]: swap } : undefined);
  const goesLiveAt = kind === 'a scheduled text' ? Date.now() + AHEAD : undefined;
  const published = await publisher.publish(draft, key, { goesLiveAt });
  numbers.set(published.revision, number);
  return published;
}

async function see(
  { topology: { nodes, nginx }, numbers, visible }: Run,
  published: Published,
  kind: string,
): Promise<void> {
  const number = numbers.get(published.revision) ?? null;
  const origins = [...nodes.map(({ origin }) => origin), nginx.origin];
  const [cached, ...own] = (await measureVisible(origins, number, published.goesLiveAt, VISIBLE_WITHIN)).toReversed();
  const add = (what: string, time: number): void => void visible.set(what, [...(visible.get(what) ?? []), time]);
  add(kind, Math.max(...own));
  add('through the cache', cached ?? Number.NaN);
}

/**
 * Publishes while a node, the database or its pooler is killed at a random moment, and starts it again.
 *
 * @returns milliseconds from the kill until the node was ready again
 */
async function publishBesideKill(
  run: Run,
  number: number,
  kind: Kind,
  victim: (typeof VICTIMS)[number],
  random: () => number,
): Promise<readonly number[]> {
  const { nodes, bouncer, stage } = run.topology;
  const node = typeof victim === 'number' ? nodes[victim] : undefined;
  const kill = async (): Promise<readonly number[]> => {
    await sleep(random() * 1_500);
    const since = performance.now();
    if (node === undefined) {
      if (victim === 'PgBouncer') await bouncer.restart();
      else {
        await stage.postgres?.kill();
        await sleep(500);
        await stage.postgres?.start();
      }
      return [];
    }
    await node.kill();
    await node.start();
    return [performance.now() - since];
  };
  const [published, times] = await Promise.all([send(run, number, kind), kill()]);
  await see(run, published, 'beside a kill');
  return times;
}

/**
 * Both nodes end at the same bytes of every page that anyone may open: a page with values of the visitor is padded once its best encoding
 * is made, beside the traffic. The sign-in of the staff has a token of its own each time.
 */
async function compareNodes({ topology: { nodes }, broken }: Run): Promise<void> {
  for (const { path } of openPages().filter(({ id }) => !id.startsWith('pages/admin/')))
    if (!(await endAtSame(nodes, path))) broken.push(`The nodes send different bytes of ${path}.`);
}

async function endAtSame(nodes: readonly Node[], path: string): Promise<boolean> {
  for (const until = Date.now() + ENCODED_WITHIN; Date.now() < until; await sleep(200)) {
    const answers = nodes.map(async ({ origin }) => (await fetch(origin + path)).text());
    const [one, other] = await Promise.all(answers);
    if (one === other) return true;
  }
  return false;
}

function judge(
  { readers: { readings }, visible, broken }: Run,
  before: readonly number[],
  after: readonly number[],
): void {
  const text = visible.get('a text') ?? [];
  if (!(percentile(text, 0.5) <= LIMIT_MS.median))
    broken.push(`A text is visible after ${percentile(text, 0.5)} ms (median).`);
  if (!(percentile(text, 0.99) <= LIMIT_MS.late))
    broken.push(`A text is visible after ${percentile(text, 0.99)} ms (p99).`);
  const cached = visible.get('through the cache') ?? [];
  if (!(percentile(cached, 0.5) <= LIMIT_MS.cache))
    broken.push(`Behind the cache it takes ${percentile(cached, 0.5)} ms.`);
  const [control, during] = ['control', 'publications'].map((phase) =>
    percentile(readings.times.get(phase) ?? [], 0.99),
  );
  if (!(Number(during) <= MAX_SLOWDOWN * Number(control)))
    broken.push(`p99 of pages is ${during} ms while content is published, ${control} ms without.`);
  const growth = after.map((each, index) => each / (before[index] ?? Number.NaN));
  for (const each of growth) if (each > MAX_GROWTH) broken.push(`A node grew to ${each.toFixed(2)} of its memory.`);
  for (const mixed of readings.mixed) broken.push(`A page of two revisions: ${mixed}.`);
}
