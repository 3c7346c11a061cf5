import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '#tests/helpers/server.ts';
import { readTreeSettings } from '#tests/helpers/read-tree-settings.ts';
import { DemoRows } from './demo-rows.ts';
import { HttpClient } from './http-client.ts';

/** Every tree is asked under this name, so that no answer depends on a port. */
export const HOST = 'club.example.com';
export const ORIGIN = `https://${HOST}`;
/** When every recording begins: before every window but those that are open from the start. */
export const BEGIN = Date.UTC(2026, 10, 21, 6);
/** Milliseconds until a server must be ready; a busy machine needs minutes. */
const START_WITHIN = 600_000;
/** Milliseconds for maintenance that was due, once the clock has jumped. */
const HOUSEKEEPING = 250;
const LONG = 60_000;

const preload = pathToFileURL(join(import.meta.dirname, 'deterministic.mjs')).href;
/** One for every tree: signatures must agree. */
export const SECRET = 'one secret for every tree: signatures must agree';

const settings = {
  NODE_ENV: undefined,
  // A demo has no other name and no proxy in front.
  VITRINE_MODE: 'production',
  ENVIRONMENT: 'demo',
  MAIL: 'none',
  PUBLIC_ORIGIN: ORIGIN,
  SECRET,
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'warn',
  METRICS_PORT: 'public',
};

/** Environment of a command of the tree; nothing of the caller's own settings reaches it but what finds programs. */
export function environment(env: Readonly<Record<string, string>>, now: number): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...settings, ...env, SAME_NOW: String(now) };
}

/** Arguments of Node that make a command deterministic. */
export const deterministic = ['--import', preload] as const;

/** A server of the tree under test whose clock and chance are ours. */
export class TestedServer {
  readonly client: HttpClient;
  readonly port: number;
  readonly dataFolder: string;
  /** The project's folder. */
  readonly tree: string;
  readonly #child: ChildProcess;
  #now = BEGIN;

  /** The demo's own: codes and members in the database, mails, links. */
  readonly demo: DemoRows;

  private constructor(tree: string, child: ChildProcess, port: number, dataFolder: string, demo: DemoRows) {
    this.tree = tree;
    this.demo = demo;
    this.#child = child;
    this.port = port;
    this.dataFolder = dataFolder;
    this.client = new HttpClient(port, HOST);
  }

  static async start(tree: string, env: Readonly<Record<string, string>> = {}): Promise<TestedServer> {
    const port = await freePort();
    const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-same-data-'));
    const own = environment({ PORT: String(port), DATA_DIR: dataFolder, ...readTreeSettings(tree, env) }, BEGIN);
    const demo = await DemoRows.add(tree, deterministic, own);
    const child = spawn(process.execPath, [...deterministic, 'commands/serve.ts'], {
      cwd: tree,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: own,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    const server = new TestedServer(tree, child, port, dataFolder, demo);
    try {
      await server.#ready(env['BASE_PATH'] ?? '/');
    } catch (cause) {
      await server.stop();
      throw new Error(`The server of ${tree} did not get ready. It wrote:\n${output}`, { cause });
    }
    return server;
  }

  /** Milliseconds since the epoch, as the server sees it. */
  get now(): number {
    return this.#now;
  }

  /** Moves the server's clock; what is drawn at random from now on depends on `seed` alone. */
  async moveTo(now: number, seed: string): Promise<void> {
    const jump = now - this.#now;
    this.#now = now;
    const moved = once(this.#child, 'message', { signal: AbortSignal.timeout(START_WITHIN) });
    this.#child.send({ now, seed });
    await moved;
    if (jump >= LONG) await sleep(HOUSEKEEPING);
  }

  /** One second later. */
  step(seed: string): Promise<void> {
    return this.moveTo(this.#now + 1_000, seed);
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.demo.close();
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  async #ready(basePath: string): Promise<void> {
    const signal = AbortSignal.timeout(START_WITHIN);
    while (this.#child.exitCode === null) {
      signal.throwIfAborted();
      const status = await this.client.send({ path: `${basePath}readyz` }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) return;
      await sleep(50);
    }
    throw new Error(`The process ended with code ${this.#child.exitCode}.`);
  }
}
