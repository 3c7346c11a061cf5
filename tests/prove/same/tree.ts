import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';
import { environment, BEGIN } from './tested-server.ts';

/** The present tree. */
const root = join(import.meta.dirname, '../../..');

/** Where recordings and what builds share are kept between two comparisons. */
export const cacheFolder = join(tmpdir(), 'vitrine-same');

const LOCK = 'package-lock.json';

export interface Tree {
  readonly folder: string;
  /** Removes what was made for the comparison. */
  close(): void;
}

/** The full id of a commit; `null` when there is none of that name. */
export function commitNamed(name: string): string | null {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).trim();
  } catch {
    return null;
  }
}

/** The project as it lies on disk, built where it lies. */
export async function presentTree(): Promise<Tree> {
  await build(root);
  return { folder: root, close: () => undefined };
}

/** A commit in a folder of its own, built there. */
export async function checkOutTree(commit: string): Promise<Tree> {
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrine-same-tree-')), 'tree');
  const close = (): void => {
    rmSync(join(folder, '..'), { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', folder, commit);
    await install(folder);
    await build(folder);
  } catch (error) {
    close();
    throw error;
  }
  return { folder, close };
}

/** The packages of the present tree where they are the same ones: linked file by file, since a link to the folder shows in what tools write. */
async function install(folder: string): Promise<void> {
  const isSame = readFileSync(join(folder, LOCK)).equals(readFileSync(join(root, LOCK)));
  if (!isSame) {
    const [node, ...npm] = resolveProgram('npm');
    return run(folder, node, [...npm, 'ci', '--no-audit', '--no-fund']);
  }
  const packages = realpathSync(join(root, 'node_modules'));
  try {
    return await run(folder, 'cp', ['-al', packages, join(folder, 'node_modules')]);
  } catch {
    // Another file system, or a `cp` that knows no links.
    cpSync(packages, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
}

async function build(folder: string): Promise<void> {
  const [own, shared] = [join(folder, ASSET_CACHE), join(cacheFolder, 'assets')];
  if (!existsSync(own) && existsSync(shared)) cpSync(shared, own, { recursive: true });
  await run(folder, process.execPath, ['commands/build.ts', '--if-stale']);
  mkdirSync(cacheFolder, { recursive: true });
  cpSync(own, shared, { recursive: true, force: true });
}

async function run(folder: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({}, BEGIN),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`"${program} ${args.join(' ')}" in ${folder} ended with code ${code}:\n${output}`);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
