import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';

/**
 * A copy of this project with landings from templates, by name, built.
 *
 * @param change Changes documents of the copy before the build.
 */
export async function copyWithLandings(
  templates: Readonly<Record<string, string>>,
  change?: (copy: ProjectCopy) => void,
): Promise<ProjectCopy> {
  const copy = copyProject();
  const run = async (...args: readonly string[]): Promise<void> =>
    void (await promisify(execFile)(process.execPath, args, {
      cwd: copy.folder,
      env: { ...process.env, NODE_ENV: undefined },
    }));
  try {
    for (const [name, template] of Object.entries(templates))
      await run('engine/cli/main.ts', 'new', 'landing', name, '--template', template);
    change?.(copy);
    await run('engine/cli/main.ts', 'gen');
    await run('commands/build.ts');
    return copy;
  } catch (error) {
    copy.remove();
    throw error;
  }
}
