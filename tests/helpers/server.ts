import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServerOptions {
  /** Settings on top of the defaults; `PORT` is a free one unless it is among them. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What is started; Node by default. */
  readonly program?: string;
  /** Arguments of the program; the built server by default. */
  readonly command?: readonly string[];
  /** The project's folder; this project by default. */
  readonly cwd?: string;
  /** Milliseconds until `/readyz` must answer. */
  readonly startWithin?: number;
}

export interface RunningServer {
  /** Scheme, host and port without a trailing slash. */
  readonly origin: string;
  readonly pid: number;
  /** Everything the server wrote so far. */
  output(): string;
  /** Ends the process at once, without a chance to tidy up; its data folder stays when it was given by `env`. */
  kill(): Promise<void>;
  /** Asks the server to end and waits until it did; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the server as a process of its own on a free port with an empty data folder and waits for `/readyz`.
 * A server that ends or does not get ready fails with everything it wrote.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { program = process.execPath, command = ['commands/serve.ts'], startWithin = 90_000 } = options;
  const cwd = options.cwd ?? join(import.meta.dirname, '../..');
  const port = options.env?.['PORT'] ?? String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-data-'));
  const child = spawn(program, command, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The mode of the test runner is not the server's business.
    env: {
      ...process.env,
      NODE_ENV: undefined,
      PORT: port,
      DATA_DIR: dataFolder,
      PUBLIC_ORIGIN: origin,
      ...options.env,
    },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`The program ${program} cannot be started.`);
  let output = '';
  const ended = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const stop = async () => {
    const code = await end(child, ended);
    rmSync(dataFolder, { recursive: true, force: true });
    return code;
  };
  try {
    await ready(origin, child, startWithin);
  } catch (cause) {
    await stop();
    throw new Error(`The server did not get ready within ${startWithin} ms. It wrote:\n${output}`, { cause });
  }
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { origin, pid, output: () => output, kill, stop };
}

async function ready(origin: string, child: ChildProcess, startWithin: number): Promise<void> {
  const signal = AbortSignal.timeout(startWithin);
  while (child.exitCode === null) {
    signal.throwIfAborted();
    const response = await fetch(`${origin}/readyz`, { signal }).catch(() => null);
    if (response?.ok) return;
    await sleep(50);
  }
  throw new Error(`The process ended with code ${child.exitCode}.`);
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
  return child.exitCode;
}

/**
 * A port that is free at the moment. Systems assign ephemeral ports from 32768 on; below, no other process takes
 * it before the server that it is for.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
