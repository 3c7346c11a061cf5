import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { reserveInvitation } from '#journeys/registration/members/account/balance.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const ATTEMPTS = 300;
const PLACES = 50;
const NODES = 3;

export const places: Proof = {
  summary: `${ATTEMPTS} people at once want the ${PLACES} places of one inviter over ${NODES} pools of connections, again and again; read-then-write beside it.`,
  runs: 3_334,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run,
};

interface Tally {
  overspent: number;
  unspent: number;
}

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  const postgres = await startPostgres();
  if (postgres === null) return { found: [], broken: ['PostgreSQL did not start.'] };
  const databaseUrl = await postgres.createDatabase();
  const nodes: Backend[] = [];
  try {
    for (let node = 0; node < NODES; node += 1) nodes.push(await open(databaseUrl));
    const [first] = nodes;
    if (first === undefined) throw new Error('No node was opened.');
    // The product's table refuses to go below zero; the control has one that does not.
    await sql`create table naive_balances (id text primary key, free integer not null)`.execute(
      first.ports.database.db,
    );
    const ours: Tally = { overspent: 0, unspent: 0 };
    const naive: Tally = { overspent: 0, unspent: 0 };
    for (let done = 0; done < runs; done += 1) {
      await oneRound(nodes, `ROUND-${done}`, random, ours);
      // The control fails within a few rounds; more of them would only take time.
      if (done < 5) await naiveRound(nodes, `round-${done}`, random, naive);
      progress(done + 1);
    }
    return {
      found: [
        ['Attempts', runs * ATTEMPTS],
        ['Places given twice', ours.overspent],
        ['Places not given', ours.unspent],
        ['Naive, read then write: places given twice', naive.overspent],
        ['Naive: attempts', Math.min(5, runs) * ATTEMPTS],
      ],
      broken: [
        ...(ours.overspent + ours.unspent === 0 ? [] : ['A balance does not add up.']),
        ...(naive.overspent > 0 ? [] : ['The control gave no place twice, so this run shows nothing.']),
      ],
    };
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await postgres.stop();
  }
}

function open(databaseUrl: string): Promise<Backend> {
  return createBackend({
    databaseUrl,
    dataDir: '',
    secret: 'a secret of proofs that is long enough to be one',
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
  });
}

/** Arrivals of one round: at once, or spread over 20 ms, each at any node. */
function arrivals<Result>(
  nodes: readonly Backend[],
  random: () => number,
  attempt: (node: Backend) => Promise<Result>,
): Promise<Result[]> {
  const spread = random() < 0.5 ? 0 : 20;
  return Promise.all(
    Array.from({ length: ATTEMPTS }, async () => {
      const node = nodes[Math.floor(random() * nodes.length)];
      if (node === undefined) throw new Error('There is no such node.');
      if (spread > 0) await sleep(random() * spread);
      return attempt(node);
    }),
  );
}

async function oneRound(nodes: readonly Backend[], label: string, random: () => number, tally: Tally): Promise<void> {
  const [first] = nodes;
  if (first === undefined) return;
  await addCode(first, label, PLACES);
  const answers = await arrivals(nodes, random, ({ ports }) =>
    withTransaction(ports.database, (tx) => reserveInvitation(tx, `inviter-${label}`)),
  );
  count(answers.filter((left) => left !== null).length, tally);
  const { free, pending } = await first.ports.database.db
    .selectFrom('inviters')
    .select(['free', 'pending'])
    .where('id', '=', `inviter-${label}`)
    .executeTakeFirstOrThrow();
  if (free !== 0 || pending !== PLACES) tally.unspent += Math.abs(free) + Math.abs(PLACES - pending);
}

/** What one would write first: look whether there is a place, then take it. */
async function naiveRound(nodes: readonly Backend[], id: string, random: () => number, tally: Tally): Promise<void> {
  const [first] = nodes;
  if (first === undefined) return;
  await sql`insert into naive_balances values (${id}, ${PLACES})`.execute(first.ports.database.db);
  const answers = await arrivals(nodes, random, ({ ports }) =>
    ports.database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ free: number }>`select free from naive_balances where id = ${id}`.execute(tx);
      if ((rows[0]?.free ?? 0) <= 0) return false;
      await sql`update naive_balances set free = free - 1 where id = ${id}`.execute(tx);
      return true;
    }),
  );
  count(answers.filter(Boolean).length, tally);
}

function count(given: number, tally: Tally): void {
  tally.overspent += Math.max(0, given - PLACES);
  tally.unspent += Math.max(0, PLACES - given);
}
