import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentId, ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import type { Backend } from '#server/app/backend.ts';
import { startFlagService } from '#tests/helpers/flag-service.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { setStage } from '../parts/stage.ts';
import { readVariations, type Browser, CODE, creditedVariations, readId, Ledger, formatName } from './ledger.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';

const KEY = 'short-hero';
const AT_A_TIME = 24;
/** Milliseconds within which every process obeys the kill switch, and what a question more takes. */
const STOP_WITHIN = 1_000 + 200;
/** Milliseconds until a mail has arrived; then something is wrong. */
const TIMEOUT_MS = 60_000;
/** Share of the browsers that come back in the new phase. */
const COMES_BACK = 0.4;

export const crowd: Proof = {
  summary:
    'Browsers that agree, refuse, come back and open mails elsewhere, before two processes, through an edit of a variation, a kill switch and a new phase: every stored row is explained, no credit is wrong.',
  runs: 20_000,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run,
};

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  const site = await projectSite();
  const first = site.experiments.find(({ key }) => key === KEY);
  if (first === undefined) throw new Error(`The project has no experiment "${KEY}".`);
  const edited = editedVariation(first, site);
  const second: ResolvedExperiment = { ...edited, phase: 2, seed: `${KEY}__2` };
  const stage = await setStage('postgres');
  const service = await startFlagService(buildPayload([first], Date.now()));
  const env = {
    GROWTHBOOK_API_HOST: service.origin,
    GROWTHBOOK_CLIENT_KEY: 'sdk-prove',
    LOG_LEVEL: 'error',
    RATE_LIMIT_EXPERIMENT_VISITORS: '999999 per 1 min',
  };
  const servers = [await stage.serve(env), await stage.serve(env)];
  const backend = await stage.backend();
  const ledger = new Ledger(
    servers.map(({ origin }) => origin),
    random,
  );
  const browsers: Browser[] = [];
  try {
    await stage.addCode(CODE);
    await ledger.followed(first);
    const part = Math.floor(runs / 4);
    const live = async (count: number): Promise<void> => {
      await atATime(count, async () => {
        browsers.push(await ledger.live());
        progress(browsers.length, runs);
      });
    };
    await live(part);
    await service.become('works', buildPayload([edited], Date.now()));
    await ledger.followed(edited);
    await live(part);

    const stopped = performance.now();
    await backend.switchExperiment({ experiment: KEY, stops: true, actor: 'proof' });
    await ledger.nobodyTakesPart();
    const stoppedWithin = Math.round(performance.now() - stopped);
    const whileStopped = ledger.given;
    await live(Math.floor(part / 10));
    const givenWhileStopped = ledger.given - whileStopped;
    await backend.switchExperiment({ experiment: KEY, stops: false, actor: 'proof' });
    await ledger.followed(edited);

    await service.become('works', buildPayload([second], Date.now()));
    await ledger.followed(second);
    await atATime(Math.floor(browsers.length * COMES_BACK), async (index) => ledger.comeBack(browsers[index]));
    await live(runs - browsers.length);

    const opened = await openMails(stage.mail.mails, ledger, browsers, random);
    await Promise.all(servers.map((server) => server.stop()));
    const found = await compare(backend, ledger, browsers);
    return {
      found: [
        ['Browsers', browsers.length],
        ['Requests', ledger.requests],
        ['Agreed · refused · took it back', ledger.answers()],
        ['Exposures counted', found.exposures],
        ['Rows of exposures', found.rows],
        ['Rows that nothing explains', found.unexplained.length],
        ['Rows that are missing', found.missing.length],
        ['Registrations · activations', `${ledger.registrations.length} · ${opened.activated}`],
        ['Opened on another device', opened.elsewhere],
        ['Wrong credits', found.wrong.length],
        ['Naive, credited to the device that opens the mail: wrong credits', opened.naivelyWrong],
        ['The kill switch, ms', stoppedWithin],
        ['Given a variation while stopped', givenWhileStopped],
        ['Variations that GrowthBook’s SDK would not give', ledger.strange],
      ],
      broken: [
        ...ledger.broken,
        ...found.unexplained.slice(0, 5).map((row) => `A row of exposures that nothing explains: ${row}.`),
        ...found.missing.slice(0, 5).map((row) => `A row of exposures is missing: ${row}.`),
        ...found.wrong.slice(0, 10),
        ...(stoppedWithin > STOP_WITHIN ? [`The kill switch took ${stoppedWithin} ms.`] : []),
        ...(givenWhileStopped > 0
          ? [`${givenWhileStopped} variations were given while the experiment was stopped.`]
          : []),
        ...(ledger.strange > 0 ? [`${ledger.strange} variations are not those of GrowthBook's SDK.`] : []),
        ...(opened.activated < ledger.registrations.length ? ['Some activations were not answered with success.'] : []),
        ...(opened.naivelyWrong === 0 ? ['The naive control made no mistake, so nothing was proved.'] : []),
      ],
    };
  } finally {
    await backend.close();
    await Promise.all(servers.map((server) => server.kill().catch(() => undefined)));
    await service.stop();
    await stage.close();
  }
}

/** The treatment shows another variant, where there is one, and gets fewer visitors: assigned visitors keep their variation. */
function editedVariation(experiment: ResolvedExperiment, { documents }: Site): ResolvedExperiment {
  const [control, treatment] = experiment.variations;
  if (control === undefined || treatment === undefined) throw new Error(`"${KEY}" has no two variations.`);
  const other = [...documents.values()].find(
    ({ id, bases }) => bases[0] === experiment.document && id !== treatment.variant,
  );
  const variant: DocumentId = other?.id ?? treatment.variant;
  return {
    ...experiment,
    variations: [
      { ...control, weight: 0.8 },
      { ...treatment, variant, weight: 0.2 },
    ],
  };
}

interface Mail {
  readonly to: readonly string[];
  readonly link?: string | null;
}

/** Each mail is opened, every second one by another browser of the crowd. */
async function openMails(
  mails: readonly Mail[],
  ledger: Ledger,
  browsers: readonly Browser[],
  random: () => number,
): Promise<{ readonly activated: number; readonly elsewhere: number; readonly naivelyWrong: number }> {
  let [activated, elsewhere, naivelyWrong] = [0, 0, 0];
  await atATime(ledger.registrations.length, async (index) => {
    const registration = ledger.registrations[index];
    if (registration === undefined) return;
    const until = Date.now() + TIMEOUT_MS;
    const { email, browser, variations } = registration;
    const readToken = () =>
      URL.parse(mails.findLast(({ to }) => to.includes(email))?.link ?? '')?.searchParams.get('token');
    while (!readToken() && Date.now() < until) await sleep(100);
    const other = index % 2 === 0 ? browsers[Math.floor(random() * browsers.length)] : undefined;
    const opener = other ?? browser;
    if (opener !== browser) elsewhere += 1;
    const naive = creditedVariations(opener);
    if (!(await ledger.activate(opener, readToken() ?? ''))) return;
    activated += 1;
    ledger.credit('account_activated', variations);
    if (naive.join() !== variations.join()) naivelyWrong += 1;
  });
  return { activated, elsewhere, naivelyWrong };
}

/** What is stored beside what has to be. */
async function compare({ ports }: Backend, ledger: Ledger, browsers: readonly Browser[]) {
  const { db } = ports.database;
  const stored = await db
    .selectFrom('exposure_rows')
    .select(['anonymous_id', 'experiment', 'phase', 'variation'])
    .execute();
  const rows = new Set(stored.map((row) => `${row.anonymous_id} ${row.experiment} ${row.phase} ${row.variation}`));
  const expected = new Set(
    browsers.flatMap((browser) =>
      browser.consent === 'agreed'
        ? readVariations(browser).map(({ bucket, variation }) => `${readId(browser)} ${formatName(bucket, variation)}`)
        : [],
    ),
  );
  const totals = await db.selectFrom('exposure_totals').selectAll().execute();
  const converted = await db.selectFrom('conversion_totals').selectAll().execute();
  const events = ['registration_finished', 'account_activated'];
  const counts = new Map<string, number>();
  for (const { experiment, phase, variation, visitors } of totals) {
    const key = `${experiment} ${phase} ${variation}`;
    counts.set(key, (counts.get(key) ?? 0) + visitors);
  }
  const credits = new Map<string, number>();
  for (const { event, experiment, phase, variation, conversions } of converted.filter((row) =>
    events.includes(row.event),
  )) {
    const key = `${event} ${experiment} ${phase} ${variation}`;
    credits.set(key, (credits.get(key) ?? 0) + conversions);
  }
  const people = await db
    .selectFrom('conversions')
    .select(['anonymous_id', 'event'])
    .where('event', 'in', events)
    .execute();
  const credited = new Set(people.map((row) => `${row.event} ${row.anonymous_id}`));
  const due = new Set(
    ledger.registrations.flatMap(({ id, browser }) =>
      id === null || browser.consent !== 'agreed' ? [] : events.map((event) => `${event} ${id}`),
    ),
  );
  return {
    exposures: [...counts.values()].reduce((sum, count) => sum + count, 0),
    rows: stored.length,
    unexplained: [...rows].filter((row) => !expected.has(row)),
    missing: [...expected].filter((row) => !rows.has(row)),
    wrong: [
      ...differences('Exposures', ledger.counts, counts),
      ...differences('Credits', ledger.credits, credits),
      ...[...credited]
        .filter((row) => !due.has(row))
        .map((row) => `A conversion of a person that nothing explains: ${row}.`),
      ...[...due].filter((row) => !credited.has(row)).map((row) => `A conversion of a person is missing: ${row}.`),
    ],
  };
}

function differences(
  what: string,
  due: ReadonlyMap<string, number>,
  stored: ReadonlyMap<string, number>,
): readonly string[] {
  return [...new Set([...due.keys(), ...stored.keys()])].flatMap((key) =>
    due.get(key) === stored.get(key)
      ? []
      : [`${what} of "${key}": ${stored.get(key) ?? 0} are stored, ${due.get(key) ?? 0} are due.`],
  );
}

/** Runs so many, a few at a time. */
async function atATime(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}
