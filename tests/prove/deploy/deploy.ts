import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { freePort, type RunningServer, startServer } from '#tests/helpers/server.ts';
import { readTreeSettings } from '#tests/helpers/read-tree-settings.ts';
import { findNginx } from '#tests/setup/programs.ts';
import { setStage, type Stage } from '../parts/stage.ts';
import { nothingSeen } from '../parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { startBalancer } from './balancer.ts';
import { type Counts, fetchAsset, nothingCounted, startOpenLoop } from './open-loop.ts';
import { build, type PreviousTree, previousTree, root, run, listScripts } from './previous-tree.ts';
import { testOnPresentShape } from './previous-tests.ts';
import { readScript } from '#tests/helpers/read-script.ts';

export const deploy: Proof = {
  summary:
    'Rolls two servers behind nginx from the release before to the present one and back, under load; runs the tests of the release before on the present database.',
  runs: 1,
  missing: () => {
    if (!hasPostgres()) return 'this machine has no PostgreSQL server.';
    return findNginx() === null ? 'this machine has no nginx (Debian: nginx-light).' : null;
  },
  run: prove,
};

/** Milliseconds of load between two steps. */
const STEADY = 4_000;

async function prove(context: ProofContext): Promise<ProofResult> {
  build(root);
  const previous = previousTree();
  const stage = await setStage('postgres');
  try {
    const rolled = await roll(previous, stage, context);
    const tests = await testOnPresentShape(previous.folder);
    return { found: [...rolled.found, ...tests.found], broken: [...rolled.broken, ...tests.broken] };
  } finally {
    await stage.close();
    previous.close();
  }
}

async function roll(
  previous: PreviousTree,
  stage: Stage,
  { runs, random, progress }: ProofContext,
): Promise<ProofResult> {
  const assets = mkdtempSync(join(tmpdir(), 'vitrine-assets-'));
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
  const env = { ...stage.environment, ...production(port, assets) };
  const migrate = (folder: string, ...more: string[]): string =>
    run(folder, process.execPath, ['commands/database.ts', 'migrate', ...more], readTreeSettings(folder, env));
  migrate(previous.folder);
  const start = (cwd: string, own: number): Promise<RunningServer> =>
    startServer({ cwd, startWithin: 120_000, env: readTreeSettings(cwd, { ...env, PORT: String(own) }) });
  const servers = await Promise.all(ports.map((own) => start(previous.folder, own)));
  run(
    previous.folder,
    process.execPath,
    [...readScript(previous.folder, 'code'), 'create', 'PROVE-1', '--places', '100000'],
    readTreeSettings(previous.folder, env),
  );
  const balancer = await startBalancer(port, ports);
  const [counts, seen] = [nothingCounted(), nothingSeen()];
  const load = startOpenLoop(balancer.origin, counts, seen, random);
  const steps: string[] = [];
  let restarts = 0;
  const rollTo = async (folder: string): Promise<void> => {
    for (const [index, own] of ports.entries()) {
      balancer.use(ports.filter((each) => each !== own));
      await servers[index]?.stop();
      servers[index] = await start(folder, own);
      balancer.use(ports);
      restarts += 1;
      await sleep(STEADY);
    }
  };
  try {
    await sleep(STEADY);
    steps.push(...migrate(root, '--expand-only').trim().split('\n'));
    for (let round = 1; round <= runs; round += 1) {
      await rollTo(root);
      await rollTo(previous.folder);
      progress(round);
    }
    await rollTo(root);
    // Anyone who has a page of any release in a cache asks for what it names now.
    for (const path of new Set([...counts.known, ...listScripts(previous.folder), ...listScripts(root)]))
      await fetchAsset(balancer.origin, path, counts);
  } finally {
    await load.stop();
    await balancer.stop();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(assets, { recursive: true, force: true });
  }
  const backend = await stage.backend();
  const rows = await backend.ports.database.db.selectFrom('members').select('email').execute();
  await backend.close();
  const stored = new Set(rows.map(({ email }) => email));
  const lost = [...seen.registered].filter((email) => !stored.has(email)).length;
  const own = new Set(listScripts(root));
  return {
    found: [
      ['Release before', previous.commit.slice(0, 8)],
      ['Migrations under load', steps.length],
      ['Servers replaced', restarts],
      ['Pages', counts.pages],
      ['Their files', counts.assets],
      ['Registrations', counts.forms],
      ['Failed', sum(counts)],
      ['Registrations found again in the database', [...seen.registered].length - lost],
      [
        'Naive, each release with its own files: scripts of cached pages that are gone',
        listScripts(previous.folder).filter((path) => !own.has(path)).length,
      ],
    ],
    broken: [
      ...[...counts.failed].map(([what, times]) => `${what}: ${times} times.`),
      ...[...seen.others].map(([what, times]) => `${what}: ${times} times.`),
      ...(lost > 0 ? [`${lost} registrations were confirmed and are not in the database.`] : []),
      ...(seen.registered.size === 0 ? ['Nobody registered, so nothing was proved.'] : []),
    ],
  };
}

const sum = ({ failed }: Counts): number => [...failed.values()].reduce((one, other) => one + other, 0);

const production = (port: number, assets: string): Readonly<Record<string, string>> => ({
  DATABASE_MIGRATIONS: 'manual',
  SHUTDOWN_DELAY_SECONDS: '5',
  PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  ASSETS_DIR: assets,
  LOG_LEVEL: 'warn',
});
