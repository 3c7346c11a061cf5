import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { startFlagService } from '#tests/helpers/flag-service.ts';
import { freePort, type RunningServer } from '#tests/helpers/server.ts';
import { dashboardQueries, type WatchQuery } from '#tests/helpers/watch-queries.ts';
import { findPostgres, findPrometheus } from '#tests/setup/programs.ts';
import { setStage } from './parts/stage.ts';
import { nothingSeen, register } from './parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const run = promisify(execFile);
/** Milliseconds until every query must have given a series. */
const TIMEOUT_MS = 90_000;

export const watch: Proof = {
  summary:
    'Has Prometheus scrape a process under load and runs every query of the dashboard and the rules: each gives a series.',
  runs: 60,
  missing: () =>
    findPrometheus() === null
      ? 'there is no Prometheus; unpack the package of your system and name its folder in PROMETHEUS_PATH'
      : findPostgres() === null
        ? 'there is no PostgreSQL'
        : null,
  run: prove,
};

async function prove({ runs, progress }: ProofContext): Promise<ProofResult> {
  const bin = findPrometheus() ?? '';
  // Its visitors are what the rules about experiments ask for.
  const experiments = (await projectSite()).experiments.filter(({ key }) => key === 'short-hero');
  const running = experiments.map((each) => ({ ...each, status: 'live' as const }));
  const flags = await startFlagService(buildPayload(running, Date.now()));
  const stage = await setStage('postgres');
  const metricsPort = await freePort();
  const server = await stage.serve({
    METRICS_PORT: String(metricsPort),
    GROWTHBOOK_API_HOST: flags.origin,
    GROWTHBOOK_CLIENT_KEY: 'sdk-watch',
    RATE_LIMIT_CODE_GUESSES: '2 per 10 min',
  });
  await stage.addCode('WATCHED');
  const prometheus = await startPrometheus(bin, metricsPort);
  try {
    const lint = await lintMetrics(bin, metricsPort);
    for (let done = 0; done < runs; done += 1) {
      await oneVisit(server, done);
      progress(done + 1);
    }
    const queries = [...dashboardQueries(), ...(await prometheus.rules())];
    const silent = await silentQueries(prometheus, queries, () => oneVisit(server, 0));
    // A rule about a missing metric is syntactically valid.
    const control = await prometheus.series('vitrine_nobody_measures_this > bool 1');
    return {
      found: [
        ['Visits with a page, a form, an operation and a guess', runs],
        ['Queries of the dashboard', dashboardQueries().length],
        ['Queries of records and alerts', queries.length - dashboardQueries().length],
        ['Queries that gave a series', queries.length - silent.length],
        ['Series of a metric that is not measured (control)', control],
        ['Complaints of "promtool check metrics"', lint.length],
      ],
      broken: [
        ...silent.map(({ of, query }) => `${of} gives no series: ${query}`),
        ...lint,
        ...(control === 0 ? [] : ['The control gave a series.']),
      ],
    };
  } finally {
    await prometheus.stop();
    await server.stop();
    await stage.close();
    await flags.stop();
  }
}

/** What a visitor does who registers, beside one who guesses codes and a program that calls the API. */
async function oneVisit({ origin }: RunningServer, turn: number): Promise<void> {
  const query = Object.entries(persistedDocuments).find(([, text]) => text.startsWith('query'))?.[0];
  await Promise.all([
    fetch(`${origin}/en`, { headers: { 'user-agent': CHROME } }),
    fetch(`${origin}/en/nothing/there`),
    fetch(`${origin}/en/GUESS-${turn}`),
    fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: query } } }),
    }),
    register(origin, 'WATCHED', `watched-${turn}-${Math.floor(performance.now())}@example.com`, nothingSeen()),
  ]);
}

interface Prometheus {
  /** How many series a query gives now. */
  series(query: string): Promise<number>;
  /** Every record and, with its comparisons answered instead of filtered by, every alert. */
  rules(): Promise<readonly WatchQuery[]>;
  stop(): Promise<void>;
}

interface ApiAnswer<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}

interface RuleGroups {
  readonly groups: readonly { readonly rules: readonly { readonly name: string; readonly query: string }[] }[];
}

async function startPrometheus(bin: string, metricsPort: number): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-prometheus-'));
  await cp(join(deploy, 'prometheus'), folder, { recursive: true });
  const config = join(folder, 'prometheus.yml');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`).replaceAll('15s', '1s'));
  await run(join(bin, 'promtool'), ['check', 'config', config]);
  const port = await freePort();
  const child = spawn(
    join(bin, 'prometheus'),
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ask = async <Data>(path: string): Promise<Data> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    // The shape is that of Prometheus' HTTP API, version 1.
    const { status, error, data } = (await answer.json()) as ApiAnswer<Data>;
    if (status !== 'success') throw new Error(`Prometheus refuses ${decodeURIComponent(path)}: ${error}`);
    return data;
  };
  const series: Prometheus['series'] = async (query) =>
    (await ask<{ readonly result: readonly unknown[] }>(`query?query=${encodeURIComponent(query)}`)).result.length;
  for (let tries = 0; (await series('up').catch(() => 0)) === 0; tries += 1) {
    if (tries > 300) throw new Error('Prometheus does not start to scrape.');
    await sleep(100);
  }
  return {
    series,
    async rules() {
      const { groups } = await ask<RuleGroups>('rules');
      return groups.flatMap(({ rules }) => rules.map(({ name, query }) => ({ of: name, query: answered(query) })));
    },
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An alert gives no series while all is well; with its comparisons answered by 0 and 1 it gives one wherever there is something to compare. */
const answered = (query: string): string => query.replaceAll(/ (>|<|==) /g, ' $1 bool ');

/** Asks until all answer; which still do not in the end. The load goes on, because a rate needs it. */
async function silentQueries(
  { series }: Prometheus,
  queries: readonly WatchQuery[],
  load: () => Promise<void>,
): Promise<readonly WatchQuery[]> {
  const until = performance.now() + TIMEOUT_MS;
  let silent = queries;
  while (silent.length > 0 && performance.now() < until) {
    await load();
    const counts = await Promise.all(silent.map(({ query }) => series(query)));
    silent = silent.filter((_, index) => counts[index] === 0);
    if (silent.length > 0) await sleep(1_000);
  }
  return silent;
}

/** What the linter of Prometheus says about the names and help texts of a process. */
async function lintMetrics(bin: string, port: number): Promise<readonly string[]> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const { promise, resolve } = Promise.withResolvers<string>();
  const lint = execFile(join(bin, 'promtool'), ['check', 'metrics'], (_error, out, complaints) =>
    resolve(out + complaints),
  );
  lint.stdin?.end(text);
  return (await promise).split('\n').filter((line) => line !== '');
}
