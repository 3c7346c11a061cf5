import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { findNginx, findPgBouncer } from '#tests/setup/programs.ts';
import { findBroken } from '../parts/invariants.ts';
import { settleMail } from '../parts/stage.ts';
import { nothingSeen, type Seen } from '../parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { type Arrivals, startArrivals } from './arrivals.ts';
import { joined, type Tally } from './tally.ts';
import { CODE, setUp, type Topology } from './topology.ts';

/** Milliseconds of load after an event, so that what it left behind is met too. */
const STEADY = 3_000;
const HEADING = 'locales/en/landing.json';

export const cluster: Proof = {
  summary:
    'The services of deploy/compose.yml under visitors who never wait: nodes rolled and killed, PostgreSQL and PgBouncer restarted, documents reloaded.',
  runs: 1,
  missing: () => {
    if (!hasPostgres()) return 'this machine has no PostgreSQL server.';
    if (findPgBouncer() === null) return 'this machine has no PgBouncer: apt-get install pgbouncer';
    return findNginx() === null ? 'this machine has no nginx (Debian: nginx-light).' : null;
  },
  run: prove,
};

interface Event {
  readonly name: string;
  happen(topology: Topology, round: number): Promise<readonly string[]>;
}

const events: readonly Event[] = [
  { name: 'nothing happens', happen: () => quiet() },
  {
    name: 'a build into the folder that both serve from',
    async happen({ edit, build }, round) {
      edit('blocks/hero/Hero.module.css', (text) => `${text}\n.round${round} {\n  color: inherit;\n}\n`);
      await build();
      return quiet();
    },
  },
  {
    name: 'both nodes restarted, each with the new build',
    happen: ({ nodes }) => inTurn(nodes, (node) => node.restart()),
  },
  {
    name: 'a node killed and started again',
    async happen({ nodes: [node] }) {
      await node?.kill();
      await sleep(STEADY / 2);
      await node?.start();
      return quiet();
    },
  },
  {
    name: 'PostgreSQL restarted',
    async happen({ stage: { postgres } }) {
      await postgres?.halt();
      await postgres?.start();
      return quiet();
    },
  },
  {
    name: 'PgBouncer restarted',
    async happen({ bouncer }) {
      await bouncer.restart();
      return quiet();
    },
  },
  { name: 'documents changed, both nodes informed', happen: reload },
];

async function prove({ runs, minutes, progress }: ProofContext): Promise<ProofResult> {
  const topology = await setUp();
  const seen = nothingSeen();
  const { stage, nginx } = topology;
  const tallies: Tally[] = [];
  const broken: string[] = [];
  const until = performance.now() + (minutes ?? 0) * 60_000;
  try {
    const arrivals = startArrivals({ origin: nginx.origin, code: CODE, mail: stage.mail, seen });
    for (let round = 1; round <= runs || performance.now() < until; round += 1) {
      for (const [index, { name, happen }] of events.entries()) {
        tallies.push(arrivals.begin(name));
        broken.push(...(await happen(topology, round)));
        progress((round - 1) * events.length + index + 1, Math.max(runs, round) * events.length);
      }
    }
    tallies.push(await comeBack(arrivals));
    const stored = await recount(topology, seen);
    const naive = await control(topology);
    const failures = tallies.flatMap((tally) => [...tally.failed].map(([what, times]) => ({ ...tally, what, times })));
    return {
      found: [...joined(tallies).map(formatRow), ...stored.found, formatRow(naive)],
      broken: [
        ...broken,
        ...failures.map(({ event, what, times }) => `${event}: ${what}, ${times} times.`),
        ...stored.broken,
        ...(naive.failures === 0 ? ['The control lost nothing, so this shows nothing.'] : []),
      ],
    };
  } finally {
    await topology.close();
  }
}

const formatRow = (tally: Tally): readonly [string, string] => [
  tally.event,
  `${tally.requests} requests (${tally.pages} pages, ${tally.codePages} of codes, ${tally.forms} forms) · failed ${tally.failures} · asked to come back ${tally.askedBack} · slowest ${Math.round(tally.slowest)} ms`,
];

async function quiet(): Promise<readonly string[]> {
  await sleep(STEADY);
  return [];
}

async function inTurn<T>(nodes: readonly T[], work: (node: T) => Promise<void>): Promise<readonly string[]> {
  for (const node of nodes) {
    await work(node);
    await sleep(STEADY / 2);
  }
  return [];
}

/** Every node shows the new text at once; what a cache in front keeps may be older. */
async function reload({ nodes, edit }: Topology, round: number): Promise<readonly string[]> {
  const heading = `Round ${round}, and one closed door.`;
  edit(HEADING, (text) => text.replace(/("hero\.title": ")[^"]*/, (_, key: string) => key + heading));
  for (const node of nodes) node.reload();
  const until = performance.now() + 60_000;
  for (const { origin } of nodes) {
    while (!(await (await fetch(`${origin}/en`)).text()).includes(heading)) {
      if (performance.now() > until) return [`A node did not show the changed document within a minute.`];
      await sleep(200);
    }
  }
  return quiet();
}

async function comeBack(arrivals: Arrivals): Promise<Tally> {
  const tally = arrivals.begin('whoever was asked to come back comes again');
  await arrivals.stop();
  return tally;
}

/** By the database itself, past PgBouncer. */
async function recount({ stage }: Topology, seen: Seen): Promise<ProofResult> {
  const backend = await stage.backend();
  try {
    const { database } = backend.ports;
    const broken = await findBroken(database, seen);
    const rows = await database.db.selectFrom('members').select(['email', 'state']).execute();
    const states = new Map(rows.map(({ email, state }) => [email, state]));
    const mail = await settleMail(backend, stage.mail);
    return {
      found: [
        ['Registrations acknowledged', seen.registered.size],
        ['… of them found in the database', [...seen.registered].filter((email) => states.has(email)).length],
        ['… in the database altogether', rows.length],
        ['Activations acknowledged', seen.activated.size],
        ['… of them found', [...seen.activated].filter((email) => states.get(email) === 'active').length],
        ['Mails written · arrived twice, same Message-ID', `${mail.written} · ${mail.duplicates}`],
      ],
      broken: [
        ...broken,
        ...mail.broken,
        ...(seen.registered.size === 0 || seen.activated.size === 0
          ? ['Nothing was acknowledged, so nothing was proved.']
          : []),
        ...(rows.length === seen.registered.size
          ? []
          : [`${rows.length} people are in the database, and ${seen.registered.size} were shown so.`]),
      ],
    };
  } finally {
    await backend.close();
  }
}

/** The same nodes restarted without notice, behind a balancer that does not retry elsewhere. */
async function control({ stage, naive, nodes }: Topology): Promise<Tally> {
  const arrivals = startArrivals({ origin: naive.origin, code: CODE, mail: stage.mail, seen: nothingSeen() });
  const tally = arrivals.begin('Naive control: both nodes killed in turn, no request repeated');
  await inTurn(nodes, async (node) => {
    await node.kill();
    await node.start();
  });
  await arrivals.stop();
  return tally;
}
