import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';

/** The present tree. */
export const root = join(import.meta.dirname, '../../..');
const LOCK = 'package-lock.json';

export interface PreviousTree {
  readonly folder: string;
  /** The commit's id. */
  readonly commit: string;
  close(): void;
}

/** The release before: the last tag, or the commit named here while there is none. */
function previousRelease(): string {
  const tag = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n', 1)[0] ?? '';
  if (tag !== '') return tag;
  const named: { readonly commit: string } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'previous-release.json'), 'utf8'),
  );
  return named.commit;
}

/** The release before in a folder of its own, built there; one script differs from the present one for sure. */
export function previousTree(): PreviousTree {
  const commit = git('rev-parse', `${previousRelease()}^{commit}`).trim();
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrine-previous-')), 'tree');
  const close = (): void => {
    rmSync(join(folder, '..'), { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', folder, commit);
    install(folder);
    if (existsSync(join(root, ASSET_CACHE)))
      cpSync(join(root, ASSET_CACHE), join(folder, ASSET_CACHE), { recursive: true });
    appendFileSync(join(folder, 'engine/client/start.ts'), '\nexport const release = "previous";\n');
    build(folder);
    return { folder, commit, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Builds a tree where it lies, unless that has been done. */
export function build(folder: string): void {
  run(folder, process.execPath, ['commands/build.ts', '--if-stale']);
}

/** Names of the scripts of a tree's newest build. */
export function listScripts(folder: string): string[] {
  const { release }: { readonly release: string } = JSON.parse(readFileSync(join(folder, 'dist/build.json'), 'utf8'));
  const client = join(folder, 'dist/releases', release, 'client');
  const modules: Record<string, { readonly file: string; readonly imports: readonly string[] }> = JSON.parse(
    readFileSync(join(client, 'client-modules.json'), 'utf8'),
  );
  return [...new Set(Object.values(modules).flatMap(({ file, imports }) => [file, ...imports]))].map(
    (file) => `/${file}`,
  );
}

/** Runs a program in a tree and gives what it wrote. */
export function run(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const { PATH, HOME, TMPDIR } = process.env;
  return execFileSync(program, args, {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

function install(folder: string): void {
  if (!readFileSync(join(folder, LOCK)).equals(readFileSync(join(root, LOCK)))) {
    const [node, ...npm] = resolveProgram('npm');
    run(folder, node, [...npm, 'ci', '--no-audit', '--no-fund']);
    return;
  }
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'), 'junction');
}

const git = (...args: readonly string[]): string => run(root, 'git', args);
