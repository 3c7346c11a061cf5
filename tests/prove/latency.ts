import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { MailServer } from '#tests/helpers/mail-server.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '#tests/helpers/postgres-proxy.ts';
import { percentile } from './parts/percentile.ts';
import { setStage, type Stage } from './parts/stage.ts';
import { createRegistration, sendForm } from './parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Milliseconds from a statement to its answer: another region, and the other side of the earth. */
const ROUND_TRIPS = [90, 180];
/** Visitors at once, each with an unopened code, right after every connection broke. */
const CROWD = 20;
/** What pages waited for their look-ups when that was a fixed time, in milliseconds. */
const FIXED = 150;
/** What a registration took one after the other, with `begin` and `commit`. */
const SERIAL = 14;

export const latency: Proof = {
  summary: `Journeys with PostgreSQL ${ROUND_TRIPS.join(' and ')} ms away, over open and over new connections; a fixed patience and serial statements beside it.`,
  runs: 10,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run,
};

/** What was asked for of one kind. */
class Tally {
  readonly times: number[] = [];
  failed = 0;

  async note(attempt: () => Promise<boolean>): Promise<void> {
    const started = performance.now();
    if (!(await attempt())) this.failed += 1;
    this.times.push(performance.now() - started);
  }

  rows(name: string): [string, string | number][] {
    const [median, longest] = [0.5, 1].map((share) => Math.round(percentile(this.times, share)));
    return [
      [`${name}: asked`, this.times.length],
      [`${name}: failed`, this.failed],
      [`${name}: milliseconds, median · longest`, `${median} · ${longest}`],
    ];
  }
}

interface Place {
  readonly stage: Stage;
  readonly proxy: PostgresProxy;
  readonly origin: string;
  /** A code that no page has shown yet. */
  nextCode(): string;
}

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('postgres');
  const { databaseUrl } = stage;
  if (databaseUrl === null) throw new Error('This machine has no PostgreSQL server.');
  const proxy = await startPostgresProxy(`${URL.parse(databaseUrl)?.searchParams.get('host')}/.s.PGSQL.5432`);
  const found: (readonly [string, string | number])[] = [];
  const broken: string[] = [];
  try {
    for (const [index, roundTrip] of ROUND_TRIPS.entries()) {
      const codes = await addCodes(stage, `FAR-${roundTrip}`, runs * (CROWD + 3) + 1);
      proxy.delay = roundTrip / 2;
      const server = await stage.serve({ DATABASE_URL: proxy.url(databaseUrl) });
      try {
        await databaseIsReady(server.origin);
        const place: Place = { stage, proxy, origin: server.origin, nextCode: () => codes.pop() ?? '' };
        const done = (turn: number): void => progress(index * runs + turn + 1, ROUND_TRIPS.length * runs);
        const result = await journeys(place, roundTrip, runs, done);
        found.push(...result.found);
        broken.push(...result.broken);
      } finally {
        await server.stop();
        proxy.delay = 0;
      }
    }
    return { found, broken };
  } finally {
    await proxy.close();
    await stage.close();
  }
}

async function addCodes(stage: Stage, label: string, count: number): Promise<string[]> {
  const backend = await stage.backend();
  const now = new Date().toISOString();
  const { db } = backend.ports.database;
  const inviter = { id: label, kind: 'member', state: 'active', first_name: 'Anna', email_canonical: null } as const;
  await db
    .insertInto('inviters')
    .values({ ...inviter, issued: count, free: count, pending: 0, active: 0, created_at: now })
    .execute();
  const labels = Array.from({ length: count }, (_, number) => `${label}-${number}`);
  const rest = { kind: 'access', state: 'active', inviter_id: label, landing: null, referrer_ban: 'listed' } as const;
  await db
    .insertInto('registration_codes')
    .values(
      labels.map((each) => ({
        ...rest,
        code: toCanonicalCode(each) ?? '',
        label: each,
        expires_at: null,
        created_at: now,
      })),
    )
    .execute();
  await backend.close();
  return labels;
}

async function databaseIsReady(origin: string): Promise<void> {
  for (;;) {
    const state: { readonly missing?: unknown } = await (await fetch(`${origin}/readyz`)).json();
    if (state.missing === undefined) return;
    await sleep(100);
  }
}

async function journeys(
  place: Place,
  roundTrip: number,
  runs: number,
  done: (turn: number) => void,
): Promise<ProofResult> {
  const { proxy, origin, nextCode } = place;
  const [page, cold, crowd] = [new Tally(), new Tally(), new Tally()];
  const [forms, coldForms, activations] = [new Tally(), new Tally(), new Tally()];
  const open = async (code: string): Promise<boolean> => (await fetch(`${origin}/en/${code}`)).status === 200;
  const naive = { pages: new Tally(), registrations: new Tally() };
  for (let turn = 0; turn < runs; turn += 1) {
    const code = nextCode();
    await page.note(() => open(code));
    const email = `warm-${roundTrip}-${turn}@example.com`;
    await forms.note(() => register(place, code, email));
    const token = await tokenFor(place.stage.mail, email);
    await activations.note(() => activate(place, token));
    proxy.cut();
    await cold.note(() => open(nextCode()));
    proxy.cut();
    await coldForms.note(() => register(place, code, `cold-${roundTrip}-${turn}@example.com`));
    proxy.cut();
    await Promise.all(Array.from({ length: CROWD }, () => crowd.note(() => open(nextCode()))));
    await tryNaively(proxy.url(place.stage.databaseUrl ?? ''), naive);
    done(turn);
  }
  const name = `${roundTrip} ms away`;
  const ours: readonly (readonly [string, Tally])[] = [
    [`${name}: page of a code`, page],
    [`${name}: the same over a new connection`, cold],
    [`${name}: ${CROWD} at once over new connections`, crowd],
    [`${name}: registration`, forms],
    [`${name}: the same over new connections`, coldForms],
    [`${name}: activation`, activations],
  ];
  const broken = ours.flatMap(([what, { failed }]) => (failed > 0 ? [`${what}: ${failed} failed.`] : []));
  if (naive.pages.failed === 0)
    broken.push(`${name}: the control waited ${FIXED} ms and never failed, so this shows nothing.`);
  return {
    found: [
      ...ours.flatMap(([what, tally]) => tally.rows(what)),
      ...naive.pages.rows(`${name}: control, ${FIXED} ms for a look-up over a new connection`),
      ...naive.registrations.rows(`${name}: control, ${SERIAL} statements one after the other`),
    ],
    broken,
  };
}

async function register({ origin }: Place, code: string, email: string): Promise<boolean> {
  const registered = await sendForm(origin, 'register', createRegistration(email, code));
  return registered.status === 303 && registered.location.endsWith('/formfinished');
}

async function activate({ origin }: Place, token: string): Promise<boolean> {
  const activated = await sendForm(origin, 'activate', { token });
  return activated.status === 303 && /(?:activecomplete|gift-voucher)$/.test(activated.location);
}

async function tokenFor({ mails }: MailServer, email: string): Promise<string> {
  for (let tried = 0; tried < 300; tried += 1) {
    const link = mails.findLast(({ to }) => to.includes(email))?.link;
    const token = URL.parse(link ?? '')?.searchParams.get('token');
    if (token) return token;
    await sleep(50);
  }
  return '';
}

async function tryNaively(url: string, { pages, registrations }: Readonly<Record<'pages' | 'registrations', Tally>>) {
  const client = new pg.Client({ connectionString: url });
  // It is cut with the others.
  client.on('error', () => undefined);
  const asked = client.connect().then(() => client.query('select 1'));
  await pages.note(() =>
    withTimeout(FIXED, 'A look-up', asked).then(
      () => true,
      () => false,
    ),
  );
  await asked;
  await registrations.note(async () => {
    for (let statement = 0; statement < SERIAL; statement += 1) await client.query('select 1');
    return true;
  });
  await client.end();
}
