import { spawnSync } from 'node:child_process';

const MAX_BYTES = 1024 * 1024 * 1024;

/** Output of a Git command in a folder; `null` when it fails, as without Git or outside a repository. */
export function runGit(root: string, args: readonly string[]): string | null {
  const { status, stdout } = run(root, args, '');
  return status === 0 ? stdout.toString() : null;
}

/** Content of each object, in order: ids, or `COMMIT:./path`. `null` for a missing one. */
export function readObjects(root: string, names: readonly string[]): readonly (string | null)[] {
  if (names.length === 0) return [];
  const { stdout } = run(root, ['cat-file', '--batch'], `${names.join('\n')}\n`);
  let at = 0;
  return names.map(() => {
    const end = stdout.indexOf('\n', at);
    const head = stdout.toString('utf8', at, end);
    const size = / blob (\d+)$/.exec(head)?.[1];
    at = end + 1;
    if (size === undefined) return null;
    const text = stdout.toString('utf8', at, at + Number(size));
    at += Number(size) + 1;
    return text;
  });
}

function run(cwd: string, args: readonly string[], input: string) {
  return spawnSync('git', args, { cwd, input, maxBuffer: MAX_BYTES, stdio: ['pipe', 'pipe', 'ignore'] });
}
