import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import { UserError } from '#engine/shared/errors.ts';
import { runGit } from '../git.ts';

/** Output folder of the gallery. */
const GALLERY = '.cache/gallery';

/**
 * Takes screenshots of blocks and documents at a commit, with its code, and of the built working tree; the gallery shows differences. The commit is checked
 * out into a temporary folder. Runs the gallery as a process of its own, because it compiles with a finished build.
 *
 * @returns the exit code
 * @throws UserError when the commit cannot be checked out, built or rendered
 */
export function takeBothScreenshots(root: string, commit: string, groups: readonly string[]): number {
  const folder = join(mkdtempSync(join(tmpdir(), 'vitrine-impact-')), 'before');
  if (runGit(root, ['worktree', 'add', '--detach', folder, commit]) === null)
    throw new UserError(`Git could not check the commit ${commit} out into ${folder}. Is there room for it?`);
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    // Reuses encoded images, which are keyed by content.
    if (existsSync(join(root, ASSET_CACHE)))
      cpSync(join(root, ASSET_CACHE), join(folder, ASSET_CACHE), { recursive: true });
    const exactly = ['--exactly', groups.join(',')];
    must(folder, ['commands/build.ts'], `The commit ${commit} could not be built`);
    must(folder, ['tests/gallery/main.ts', ...exactly], `The commit ${commit} could not be photographed`);
    must(root, ['commands/build.ts'], 'The project could not be built');
    const compared = ['--changed', '--before', join(folder, GALLERY)];
    return node(root, ['tests/gallery/main.ts', ...compared, ...exactly]);
  } finally {
    runGit(root, ['worktree', 'remove', '--force', folder]);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

function must(folder: string, args: readonly string[], mistake: string): void {
  if (node(folder, args) !== 0)
    throw new UserError(`${mistake}: what it said is above. Without "--pictures" the impact is listed all the same.`);
}

const node = (cwd: string, args: readonly string[]): number =>
  spawnSync(process.execPath, args, { cwd, stdio: 'inherit' }).status ?? 1;
