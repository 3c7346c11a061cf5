import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { defaultMemberSettings } from '#journeys/registration/members/default-settings.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { type PgBouncer, startPgBouncer } from '#tests/helpers/pgbouncer.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { unlimited } from '#tests/helpers/unlimited.ts';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import { findPgBouncer } from '#tests/setup/programs.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const PEOPLE = 60;
const PLACES = 20;
const NODES = 50;
/** `max_connections` of PostgreSQL as it is installed; three of them are for superusers. */
const STOCK = 100;
const RESERVED = 3;

export const pooler: Proof = {
  summary: `${PEOPLE} registrations at once on ${PLACES} places through PgBouncer in transaction mode, and ${NODES} nodes on a stock PostgreSQL; what a pooler breaks beside it.`,
  runs: 5,
  missing: () =>
    !hasPostgres()
      ? 'this machine has no PostgreSQL server.'
      : findPgBouncer() === null
        ? 'this machine has no PgBouncer: apt-get install pgbouncer'
        : null,
  run,
};

interface Place {
  readonly direct: string;
  readonly pooled: string;
  readonly bouncer: PgBouncer;
}

type Rows = (readonly [string, string | number])[];

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const postgres = await startPostgres(STOCK);
  if (postgres === null) return { found: [], broken: ['PostgreSQL did not start.'] };
  const direct = await postgres.createDatabase();
  const bouncer = await startPgBouncer(direct);
  const place = { direct, bouncer, pooled: bouncer.url(direct) };
  const found: Rows = [];
  const broken: string[] = [];
  try {
    broken.push(...(await refusals(place)));
    await registrations(place, runs, { found, broken, progress });
    await pubSub(place, { found, broken });
    await control(place, { found, broken });
    await manyNodes(place, { found, broken });
    return { found, broken };
  } finally {
    await bouncer.stop();
    await postgres.stop();
  }
}

const open = (databaseUrl: string, directUrl = databaseUrl): Promise<Backend> =>
  createBackend({
    databaseUrl,
    directUrl,
    dataDir: '',
    secret: 'a secret of proofs that is long enough to be one',
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
    settings: { limits: { ...defaultMemberSettings.limits, ...unlimited } },
  });

/** What is said of a pooler that is not set up, and whether it is enough to do what is said. */
async function refusals({ direct, pooled, bouncer }: Place): Promise<string[]> {
  const why = (work: Promise<Backend>): Promise<string> =>
    work.then(
      async (backend) => backend.close().then(() => 'opened'),
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    );
  const without = await why(open(pooled));
  const unlimitedRole = await why(open(pooled, direct));
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  for (const [, command = ''] of unlimitedRole.matchAll(/"(alter role [^"]+)"/g)) await client.query(command);
  await client.end();
  await bouncer.command('RECONNECT');
  const afterwards = await why(open(pooled, direct));
  return [
    ...(/startup parameter/.test(without) ? [] : [`Without DATABASE_DIRECT_URL it was said: ${without}`]),
    ...(/no time limit/.test(unlimitedRole) ? [] : [`Without limits of the role it was said: ${unlimitedRole}`]),
    ...(afterwards === 'opened' ? [] : [`After the commands of the message it was said: ${afterwards}`]),
  ];
}

interface Results {
  readonly found: Rows;
  readonly broken: string[];
}

async function registrations(
  { direct, pooled }: Place,
  runs: number,
  { found, broken, progress }: Results & Pick<ProofContext, 'progress'>,
): Promise<void> {
  const nodes = await Promise.all([1, 2, 3].map(() => open(pooled, direct)));
  const outcomes = new Map<string, number>();
  let wrong = 0;
  for (let turn = 0; turn < runs; turn += 1) {
    const label = `POOL-${turn}`;
    const [first] = nodes;
    if (first === undefined) throw new Error('No node was opened.');
    await addCode(first, label, PLACES);
    const answers = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        const node = nodes[person % nodes.length] ?? first;
        const { outcome } = await node.members.register(makeForm(label, `p${turn}-${person}@example.com`));
        return outcome;
      }),
    );
    for (const outcome of answers) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const { free, pending } = await first.ports.database.db
      .selectFrom('inviters')
      .select(['free', 'pending'])
      .where('id', '=', `inviter-${label}`)
      .executeTakeFirstOrThrow();
    const { rows } = await stored(direct, label);
    if (free !== 0 || pending !== PLACES || rows !== PLACES) wrong += 1;
    progress(turn + 1);
  }
  await Promise.all(nodes.map((node) => node.close()));
  const registered = outcomes.get('registered') ?? 0;
  found.push(['Registrations at once, through PgBouncer', runs * PEOPLE], ['Registered', registered]);
  found.push(
    ['Refused, because no place was left', outcomes.get('refused') ?? 0],
    ['Balances that do not add up', wrong],
  );
  if (wrong > 0) broken.push(`${wrong} balances do not add up.`);
  if (registered !== runs * PLACES) broken.push(`${registered} were registered, and not ${runs * PLACES}.`);
  if ((outcomes.get('refused') ?? 0) !== runs * (PEOPLE - PLACES))
    broken.push('A visitor was neither registered nor refused.');
}

function makeForm(code: string, email: string) {
  const person = { gender: 'woman', firstName: 'Marie', lastName: 'd’Été', country: 'FR' };
  return {
    form: { ...person, code, email, newsletter: true, terms: true },
    locale: 'fr' as const,
    newsletter: { text: 'Oui, écrivez-moi.', version: '1' },
    network: '192.0.2.1',
  };
}

/** Counted by another connection, past the pooler. */
async function stored(direct: string, label: string): Promise<{ readonly rows: number }> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as rows from members where inviter_id = $1', [
    `inviter-${label}`,
  ]);
  await client.end();
  return rows[0];
}

async function pubSub({ direct, pooled }: Place, { found, broken }: Results): Promise<void> {
  const [one, two] = [await open(pooled, direct), await open(pooled, direct)];
  let heard = 0;
  const listening = Promise.withResolvers<void>();
  const stop = one.ports.pubSub.subscribe('proof', () => {
    heard += 1;
    listening.resolve();
  });
  // Anyone who begins to listen is woken once.
  await listening.promise;
  heard = 0;
  for (let said = 0; said < 10; said += 1) await two.ports.pubSub.publish('proof');
  await sleep(500);
  stop();
  await Promise.all([one.close(), two.close()]);
  found.push(['Announcements heard over the direct URL, of 10', heard]);
  if (heard !== 10) broken.push(`${heard} of 10 announcements were heard.`);
}

/** What one would do without thinking of the pooler. */
async function control({ pooled }: Place, { found, broken }: Results): Promise<void> {
  const listener = new pg.Client({ connectionString: pooled });
  let heard = 0;
  listener.on('notification', () => (heard += 1));
  await listener.connect();
  await listener.query('listen naive');
  const pool = new pg.Pool({ connectionString: pooled, max: 5 });
  for (let said = 0; said < 10; said += 1) await pool.query("select pg_notify('naive', 'x')");
  const asked = await Promise.allSettled(
    Array.from({ length: 200 }, (_, number) => pool.query({ name: `n${number % 7}`, text: `select ${number % 7}` })),
  );
  const failed = asked.filter(({ status }) => status === 'rejected').length;
  await sleep(500);
  await pool.end();
  await listener.end();
  found.push(['Control: announcements heard through PgBouncer, of 10', heard]);
  found.push(['Control: named statements that failed, of 200', failed]);
  if (heard === 10 || failed === 0) broken.push('The control did not fail, so this shows nothing.');
}

async function manyNodes({ direct, pooled }: Place, { found, broken }: Results): Promise<void> {
  const behind = await startNodes(pooled, direct);
  found.push(
    [`${NODES} nodes behind PgBouncer: started`, behind.started],
    ['… connections of PostgreSQL', behind.connections],
  );
  if (behind.started !== NODES) broken.push(`${NODES - behind.started} of ${NODES} nodes did not start.`);
  if (behind.connections > STOCK - RESERVED) broken.push(`They took ${behind.connections} connections.`);
  const alone = await startNodes(direct, direct);
  found.push([`Control: ${NODES} nodes without one: started`, alone.started]);
  if (alone.started === NODES) broken.push('As many nodes fit without PgBouncer, so this shows nothing.');
}

async function startNodes(
  url: string,
  direct: string,
): Promise<{ readonly started: number; readonly connections: number }> {
  const opened = await Promise.allSettled(Array.from({ length: NODES }, () => open(url, direct)));
  const nodes = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const woken = nodes.map(({ ports }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ports.pubSub.subscribe('proof', resolve);
    return promise;
  });
  let connections = 0;
  if (nodes.length === NODES) {
    await Promise.all(woken);
    connections = await countConnections(nodes, direct);
  }
  await Promise.all(nodes.map((node) => node.close()));
  return { started: nodes.length, connections };
}

/** While every node asks for something. */
async function countConnections(nodes: readonly Backend[], direct: string): Promise<number> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  const asked = nodes.map((node) => node.members.checkCode({ code: 'NOBODY', network: '192.0.2.1' }));
  const { rows } = await client.query(
    "select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  await Promise.all(asked);
  await client.end();
  return rows[0].connections;
}
