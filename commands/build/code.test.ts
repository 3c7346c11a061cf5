import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyProject } from '#tests/helpers/project-copy.ts';

test('Code that the compiler refuses ends the build of the code with 1 and the place of the mistake', async () => {
  const project = copyProject();
  try {
    const component = 'blocks/steps/Steps.tsx';
    project.write(component, project.read(component).replace('<ListSection', '<<ListSection'));
    const built = promisify(execFile)(process.execPath, ['commands/build/code.ts', 'refused'], { cwd: project.folder });
    await expect(built).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(component) as string });
  } finally {
    project.remove();
  }
});
