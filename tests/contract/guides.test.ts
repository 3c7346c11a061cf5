import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { type ProjectCopy, copyProject } from '#tests/helpers/project-copy.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/add-a-use-case.md'), 'utf8');
const project = copyProject();
afterAll(() => project.remove());

interface Step {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** Every block of the page beneath the line that names its file; a block without such a line is about the same file. */
function stepsOf(text: string): readonly Step[] {
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

test(
  'what the page about use cases says makes one that compiles and passes its own test',
  { timeout: 300_000 },
  async () => {
    for (const step of stepsOf(page)) take(project, step);
    await run('node', ['engine/cli/main.ts', 'gen']);
    expect(project.read('schemas/generated/use-cases.ts')).toContain(
      "from '#journeys/registration/members/remind-me/remind-me.ts'",
    );
    // What the page adds, and what that reaches; other tests are in the project as they were.
    const include = [
      'journeys/registration/members/remind-me',
      'journeys/registration/server',
      'journeys/registration/*.ts',
    ];
    const exclude = ['journeys/registration/server/**/*.test.ts'];
    project.write('tsconfig.page.json', JSON.stringify({ extends: './tsconfig.json', include, exclude }));
    // The page adds no table: the model databases of this run have them all.
    project.write('tests/setup/model-databases.ts', 'export default (): void => {};\n');
    const [compiled, tested] = await Promise.all([
      run('tsc', ['--noEmit', '-p', 'tsconfig.page.json']),
      run('vitest', [
        'run',
        '--project',
        'unit',
        'journeys/registration/members/remind-me',
        'journeys/registration/members/mails/mails.test.ts',
      ]),
    ]);
    expect(compiled.stdout).toBe('');
    expect(tested.stdout).toMatch(/Test Files.*2 passed/);
  },
);
