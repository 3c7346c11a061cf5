import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startServer } from '#tests/helpers/server.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'A first start in a fresh clone, from the command until it is ready, beside one that makes all images before.';

const root = join(import.meta.dirname, '../..');

interface Start {
  readonly name: string;
  /** What runs before the server. */
  readonly build: readonly string[] | null;
  readonly serve: readonly string[];
  readonly clear: boolean;
}

const STARTS: readonly Start[] = [
  {
    name: 'npm run build && npm run serve',
    build: ['commands/build.ts'],
    serve: ['commands/serve.ts'],
    clear: true,
  },
  {
    name: 'the same, images left to the server',
    build: ['commands/build.ts', '--if-stale'],
    serve: ['commands/serve.ts'],
    clear: true,
  },
  { name: 'npm start', build: null, serve: ['commands/start.ts'], clear: true },
  { name: 'npm start once more', build: null, serve: ['commands/start.ts'], clear: false },
];

/** Milliseconds that a first start may take on a machine with other work. */
const TIMEOUT_MS = 300_000;

export async function run(): Promise<void> {
  const folder = freshClone();
  try {
    const rows = [];
    for (const start of STARTS) rows.push(await measure(start, folder));
    printTable(
      `Seconds from the command until /readyz answers (goal of "npm start": 15; load of the machine: ${loadavg()[0]?.toFixed(1)})`,
      ['Start', 'ready', 'first image', 'images left'],
      rows,
    );
  } finally {
    rmSync(dirname(folder), { recursive: true });
  }
}

async function measure({ name, build, serve, clear }: Start, folder: string): Promise<readonly string[]> {
  if (clear) for (const made of ['.cache', 'dist']) rmSync(join(folder, made), { recursive: true, force: true });
  const begun = performance.now();
  const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  const built = build === null ? '' : execFileSync(process.execPath, build, { cwd: folder, encoding: 'utf8' });
  const server = await startServer({
    cwd: folder,
    command: serve,
    startWithin: TIMEOUT_MS,
    // Of the build: pages of another address would be made anew.
    env: { PUBLIC_ORIGIN: 'http://localhost:3000' },
  });
  const ready = seconds(begun);
  const asked = performance.now();
  await firstImage(server.origin);
  const shown = seconds(asked);
  const left = /(\d+) pictures are made/.exec(built + server.output())?.[1] ?? '0';
  await server.stop();
  return [name, ready, shown, left];
}

/** The first one of the start page in the format that most browsers take. */
async function firstImage(origin: string): Promise<void> {
  const page = await (await fetch(origin)).text();
  const [path] = /\/assets\/images\/[^"\s,]+\.avif/.exec(page) ?? [];
  if (path === undefined) throw new Error('The start page shows no image.');
  const answer = await fetch(new URL(path, origin));
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  await answer.arrayBuffer();
}

/** What a commit of everything here would hold. */
function freshClone(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrine-start-')), 'tree');
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  for (const file of files) if (file !== '') cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
