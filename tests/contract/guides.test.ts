import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { everything } from '#tests/helpers/everything.ts';
import { type ProjectCopy, copyProject } from '#tests/helpers/project-copy.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';

const root = join(import.meta.dirname, '../..');
/** Pages whose steps are applied as they stand. */
const guides = ['docs/add-a-use-case.md', 'docs/add-an-admin-action.md', 'docs/add-a-setting.md'];
const project = copyProject();
afterAll(() => project.remove());

interface Step {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** Every block of the page beneath the line that names its file; a block without such a line is about the same file. */
function listSteps(text: string): readonly Step[] {
  let file = '';
  return [...text.matchAll(/^(?:`([^`\n]+)`|```(\w+)\n([^]*?)\n```)$/gm)].flatMap(
    ([, named, language = '', content = '']) => {
      if (named !== undefined) file = named;
      return named === undefined && language !== 'sh' ? [{ file, language, text: content }] : [];
    },
  );
}

function take({ folder, read, write }: ProjectCopy, { file, language, text }: Step): void {
  if (language === 'diff') return write(file, changed(read(file), text, file));
  if (file.includes('<language>')) {
    const texts: Readonly<Record<string, object>> = JSON.parse(text);
    for (const [locale, own] of Object.entries(texts)) {
      const path = file.replace('<language>', locale);
      write(path, JSON.stringify({ ...JSON.parse(read(path)), ...own }, null, 2));
    }
    return;
  }
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  write(file, `${text}\n`);
}

/** A file after a change as `diff` writes it, without numbers: what stays or goes must be there once. */
function changed(text: string, change: string, file: string): string {
  const lines = change.split('\n');
  const without = (sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const parts = text.split(without('+'));
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places for this change:\n${change}`);
  return parts.join(without('-'));
}

const run = (command: string, args: readonly string[]) => {
  const [node, ...program] = resolveProgram(command);
  return promisify(execFile)(node, [...program, ...args], { cwd: project.folder });
};

const REMIND_ME = 'journeys/registration/members/remind-me';
const BLOCK_CODES = 'journeys/registration/admin/codes/actions/block-codes';
const MAIL_TEST = 'journeys/registration/members/mails/mails.test.ts';
const SETTING_TEST = 'server/platform/settings/staff-session.test.ts';

test(
  'what the pages say makes a use case, an admin action and a setting that compile and, with "npm run prove -- copies", pass their own tests',
  { timeout: 300_000 },
  async () => {
    for (const guide of guides)
      for (const step of listSteps(readFileSync(join(root, guide), 'utf8'))) take(project, step);
    await Promise.all([
      run('node', ['engine/cli/main.ts', 'gen']),
      run('node', ['commands/docs/write-settings-page.ts']),
    ]);
    expect(project.read('schemas/generated/use-cases.ts')).toContain(`from '#${REMIND_ME}/remind-me.ts'`);
    expect(project.read('schemas/generated/admin-actions/registration/codes.ts')).toContain(
      `from '#${BLOCK_CODES}/block-codes.ts'`,
    );
    expect(project.read('docs/settings.md')).toContain('\n| `STAFF_SESSION_MINUTES` | Minutes of inactivity');
    // What the pages add, what that reaches, and what the project declares of packages; other tests are in the project as they were.
    const include = [REMIND_ME, 'journeys/registration/admin/codes', 'journeys/registration/server', SETTING_TEST];
    const exclude = ['journeys/registration/server/**/*.test.ts'];
    project.write(
      'tsconfig.page.json',
      JSON.stringify({
        extends: './tsconfig.json',
        include: [...include, 'journeys/registration/*.ts', 'engine/**/*.d.ts'],
        exclude,
      }),
    );
    // The pages add no table: the model databases of this run have them all.
    project.write('tests/setup/model-databases.ts', 'export default (): void => {};\n');
    const compiling = run('tsc', ['--noEmit', '--singleThreaded', '-p', 'tsconfig.page.json']);
    // Loads all modules anew, for which a core takes twenty seconds: in the suite, the pages compile.
    const tested = everything
      ? await run('vitest', [
          'run',
          '--project',
          'unit',
          '--maxWorkers',
          '1',
          REMIND_ME,
          BLOCK_CODES,
          SETTING_TEST,
          MAIL_TEST,
        ])
      : null;
    const compiled = await compiling;
    expect(compiled.stdout).toBe('');
    const failed = tested === null || /Test Files.*4 passed/.test(tested.stdout) ? [] : [tested.stdout];
    expect(failed).toEqual([]);
  },
);
