import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type PgBouncer, startPgBouncer } from '#tests/helpers/pgbouncer.ts';
import { copyProject } from '#tests/helpers/project-copy.ts';
import { freePort, type RunningServer, startServer } from '#tests/helpers/server.ts';
import { residentMemory } from '../abuse/resident-memory.ts';
import { build, root, run } from '../deploy/previous-tree.ts';
import { type Nginx, startNaiveNginx, startNginx } from '../parts/nginx.ts';
import { setStage, type Stage } from '../parts/stage.ts';
import { readScript } from '#tests/helpers/read-script.ts';

/** deploy/compose.yml on this machine: PostgreSQL, PgBouncer in transaction mode, two processes of one build, nginx, a mail server. */
export interface Topology {
  readonly stage: Stage;
  readonly nginx: Nginx;
  /** The same processes behind an unconfigured balancer. */
  readonly naive: Nginx;
  readonly bouncer: PgBouncer;
  readonly nodes: readonly Node[];
  /** Changes a text of the documents that every node reads again when it is asked to. */
  edit(file: string, change: (text: string) => string): void;
  /** `npm run build` into the folder that the nodes serve from. */
  build(): Promise<void>;
  close(): Promise<void>;
}

/** One process of the site that can end and come again at its address. */
export interface Node {
  /** Past the balancer. */
  readonly origin: string;
  /** SIGTERM, as a rolling restart does, and the start of the next process. */
  restart(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGHUP. */
  reload(): void;
  /** MiB of its process. */
  memory(): number;
}

export const CODE = 'CLUSTER-1';

/** @param settings on top of those that the nodes need */
export async function setUp(settings: Readonly<Record<string, string>> = {}): Promise<Topology> {
  build(root);
  const [project, stage] = [copyProject(), await setStage('postgres')];
  cpSync(join(root, 'dist'), join(project.folder, 'dist'), { recursive: true });
  const direct = stage.databaseUrl ?? '';
  const bouncer = await startPgBouncer(direct);
  await setLimits(direct, bouncer);
  const [port, naivePort, ...ports] = await Promise.all([1, 2, 3, 4].map(freePort));
  const folders = ports.map(() => mkdtempSync(join(tmpdir(), 'vitrine-node-')));
  const env = {
    ...stage.environment,
    DATABASE_MIGRATIONS: 'manual',
    DATABASE_URL: bouncer.url(direct),
    DATABASE_DIRECT_URL: direct,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    EDGE_CACHE: 'nginx',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  run(project.folder, process.execPath, ['commands/database.ts', 'migrate'], env);
  run(
    project.folder,
    process.execPath,
    [...readScript(project.folder, 'code'), 'create', CODE, '--places', '1000000'],
    env,
  );
  const nodes = await Promise.all(
    ports.map((own, index) => startNode(project.folder, { ...env, PORT: String(own), DATA_DIR: folders[index] ?? '' })),
  );
  const nginx = await startNginx(port ?? 0, ports);
  const naive = await startNaiveNginx(naivePort ?? 0, ports);
  return {
    stage,
    nginx,
    naive,
    bouncer,
    nodes,
    edit: (file, change) => project.write(file, change(project.read(file))),
    build: async () =>
      void (await promisify(execFile)(process.execPath, ['commands/build.ts'], {
        cwd: project.folder,
        env: { ...process.env, ...env },
      })),
    async close() {
      await Promise.all([nginx.stop(), naive.stop(), ...nodes.map((node) => node.kill())]);
      await bouncer.stop();
      await stage.close();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      project.remove();
    },
  };
}

/** What deploy/postgres/limits.sql does for the role and the database of deploy/compose.yml. */
async function setLimits(direct: string, bouncer: PgBouncer): Promise<void> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  const role = client.escapeIdentifier(new URL(direct).username);
  const database = client.escapeIdentifier(new URL(direct).pathname.slice(1));
  await client.query(`alter role ${role} in database ${database} set statement_timeout = '2000ms'`);
  await client.query(`alter role ${role} in database ${database} set idle_in_transaction_session_timeout = '10000ms'`);
  await client.end();
  await bouncer.command('RECONNECT');
}

async function startNode(cwd: string, env: Readonly<Record<string, string>>): Promise<Node> {
  const begin = (): Promise<RunningServer> => startServer({ cwd, env, startWithin: 120_000 });
  let server = await begin();
  return {
    origin: server.origin,
    async restart() {
      await server.stop();
      server = await begin();
    },
    kill: () => {
      return server.kill();
    },
    async start() {
      server = await begin();
    },
    reload: () => void process.kill(server.pid, 'SIGHUP'),
    memory: () => residentMemory(server.pid),
  };
}
