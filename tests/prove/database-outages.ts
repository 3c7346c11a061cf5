import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres, type TemporaryPostgres } from '#tests/helpers/postgres.ts';
import { percentile } from './parts/percentile.ts';
import { setStage } from './parts/stage.ts';
import { nothingSeen, register, createRegistration, sendForm } from './parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Milliseconds for a form while the database is out. */
const KIND = 500;
const CODE = 'PROVE-1';
/** A code without earlier requests: answers about one that was are remembered for two seconds, also through an outage. */
const UNASKED_CODE = 'PROVE-2';

interface OutageKind {
  readonly name: string;
  begin(postgres: TemporaryPostgres): Promise<void>;
  end(postgres: TemporaryPostgres): Promise<void>;
}

const outages: readonly OutageKind[] = [
  { name: 'stopped', begin: (postgres) => postgres.halt(), end: (postgres) => postgres.start() },
  {
    name: 'SIGSTOP',
    begin: (postgres) => postgres.signal('SIGSTOP'),
    end: (postgres) => postgres.signal('SIGCONT'),
  },
];

export const databaseOutages: Proof = {
  summary:
    'Starts without PostgreSQL, stops it and freezes it: pages are served, forms ask for patience within 500 ms, and it is used again by itself.',
  runs: 20,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('postgres');
  const { postgres } = stage;
  if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
  await stage.addCode(CODE);
  await postgres.halt();
  const server = await stage.serve();
  const { origin } = server;
  const broken = await startWithout(origin);
  await postgres.start();
  const found: [string, string | number][] = [];
  const turns = Math.ceil(runs / outages.length);
  try {
    if (!(await isBack(origin, 'before'))) broken.push('No registration succeeded once the database came.');
    // What is measured is the outage, not the start.
    while (!server.output().includes('Pages are ready.')) await sleep(200);
    for (const [index, { name, begin, end }] of outages.entries()) {
      const forms: number[] = [];
      const recoveries: number[] = [];
      const controls: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        const who = `${name}-${turn}`.toLowerCase();
        controls.push(await sendIncomplete(origin));
        await begin(postgres);
        broken.push(...(await visitPages(origin)).map((what) => `${name}: ${what}`));
        for (const attempt of [1, 2, 3]) {
          const answer = await sendDuringOutage(origin, `${who}-${attempt}@example.com`);
          forms.push(answer.milliseconds);
          broken.push(...answer.wrong.map((what) => `${name}: ${what}`));
        }
        await end(postgres);
        const started = performance.now();
        if (await isBack(origin, who)) recoveries.push(performance.now() - started);
        else broken.push(`${name}: no registration succeeded within a minute after the outage.`);
        progress(index * turns + turn + 1);
      }
      const slow = forms.filter((each) => each > KIND).length;
      if (slow > 0) broken.push(`${name}: ${slow} of ${forms.length} forms took longer than ${KIND} ms.`);
      found.push(
        [`${name}: pages asked for`, turns * pages.length],
        [`${name}: forms answered`, forms.length],
        [`${name}: milliseconds to answer, median`, Math.round(percentile(forms, 0.5))],
        [`${name}: milliseconds to answer, longest`, Math.round(percentile(forms, 1))],
        [`${name}: the same for incomplete forms without an outage`, Math.round(percentile(controls, 1))],
        [`${name}: milliseconds to recover, longest`, Math.round(percentile(recoveries, 1))],
      );
    }
    return { found, broken };
  } finally {
    await postgres.signal('SIGCONT').catch(() => undefined);
    await server.stop();
    await stage.close();
  }
}

/** What a server does whose database is not there yet. */
async function startWithout(origin: string): Promise<string[]> {
  const state: { readonly missing?: unknown } = await (await fetch(`${origin}/readyz`)).json();
  const { wrong } = await sendDuringOutage(origin, 'early@example.com');
  const found = [...(await visitPages(origin)), ...wrong];
  if (state.missing === undefined) found.push('"/readyz" did not say what is missing.');
  return found.map((what) => `At the start: ${what}`);
}

/** During an outage it is unknown whether a code is valid: its page says so, with its form. */
const pages = [
  { path: '/', status: 200 },
  { path: '/de/about-us', status: 200 },
  { path: `/fr/${UNASKED_CODE}`, status: 503 },
] as const;

async function visitPages(origin: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, status: expected } of pages) {
    const { status } = await fetch(origin + path);
    if (status !== expected) wrong.push(`"${path}" was answered with ${status} and not with ${expected}.`);
  }
  return wrong;
}

async function sendDuringOutage(
  origin: string,
  email: string,
): Promise<{ readonly milliseconds: number; readonly wrong: readonly string[] }> {
  const started = performance.now();
  const { status, body } = await sendForm(origin, 'register', createRegistration(email, CODE));
  const milliseconds = performance.now() - started;
  if (status !== 503) return { milliseconds, wrong: [`a form was answered with ${status} and not with 503.`] };
  return { milliseconds, wrong: body.includes(email) ? [] : ['a form lost what was typed.'] };
}

/** Milliseconds for a form that is refused for its fields: what this machine needs for the answer alone. */
async function sendIncomplete(origin: string): Promise<number> {
  const started = performance.now();
  await sendForm(origin, 'register', createRegistration('', CODE));
  return performance.now() - started;
}

/** Whether a registration succeeds within a minute. */
async function isBack(origin: string, who: string): Promise<boolean> {
  const seen = nothingSeen();
  for (let tried = 0; tried < 600; tried += 1) {
    if (await register(origin, CODE, `${who}@example.com`, seen)) return true;
    await sleep(100);
  }
  return false;
}
