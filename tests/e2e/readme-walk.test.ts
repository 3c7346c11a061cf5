import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';
import { startServer } from '#tests/helpers/server.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** The commands of a section, word for word, in their order. */
function listCommands(title: string): readonly string[] {
  const section = readme.slice(readme.indexOf(`\n## ${title}\n`)).split('\n## ', 2)[1] ?? '';
  return [...section.matchAll(/`(npm [^`\n]+)`/g)].map(([, command = '']) => command);
}

const fiveMinutes = listCommands('A landing in five minutes');
const tenMinutes = listCommands('A block in ten minutes');

const open: (() => Promise<unknown> | void)[] = [];
/** The last one opened is closed first. */
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

test('the README makes a landing with four commands and a block with two', () => {
  expect(fiveMinutes).toEqual([
    'npm run dev',
    'npm run new variant spring -- --of landings/default',
    'npm run check',
    'npm run check -- --fix',
  ]);
  expect(tenMinutes).toEqual(['npm run new block price-note', 'npm run gen']);
});

const isAsked = process.env['LONG_WALKS'] === '1';

// `npm run prove -- long-walks` runs them: a development server and a suite of their own take their time.
test.runIf(isAsked)(
  'the five minutes make a landing that shows its changes and names its mistakes',
  async () => {
    const project = openCopy();
    const [, make = '', check = '', fix = ''] = fiveMinutes;
    const server = await startServer({ command: ['commands/dev.ts'], cwd: project.folder });
    open.push(() => server.stop());
    expect((await shell(project, make)).code).toBe(0);
    const file = 'pages-config/landings/spring.json';
    const shown = async (): Promise<string> => (await fetch(`${server.origin}/spring`)).text();
    await vi.waitFor(async () => expect(await shown()).toContain('<h1'), { timeout: 20_000, interval: 100 });

    const change = (changes: readonly object[]): void =>
      project.write(file, JSON.stringify({ ...JSON.parse(project.read(file)), changes }, null, 2));
    const night = { op: 'document', set: { theme: 'ink' } };
    change([night]);
    await vi.waitFor(async () => expect(await shown()).toContain('data-theme="ink"'), {
      timeout: 20_000,
      interval: 100,
    });

    change([{ ...night, set: { theme: 'inky' } }]);
    const refused = await shell(project, check);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/spring\.json:\d+:\d+ .*Did you mean "ink"\?/),
    ]);
    expect(await shown(), 'the last good page is still sent').toContain('data-theme="ink"');

    change([night, { op: 'set', block: 'hero', props: { image: { src: 'images/satin/gold-11.jpg' } } }]);
    expect((await shell(project, fix)).code).toBe(0);
    expect(project.read(file)).toMatch(/"pin": "[0-9a-f]{12}"/);
    expect((await shell(project, check)).said).toContain('0 errors, 0 warnings.');
  },
  180_000,
);

test.runIf(isAsked)(
  'the ten minutes make a block that its suite accepts, with nothing edited by hand',
  async () => {
    const project = openCopy();
    for (const command of tenMinutes) expect((await shell(project, command)).code, command).toBe(0);
    const folder = join(project.folder, 'blocks/price-note');
    const files = ['price-note.schema.json', 'PriceNote.tsx', 'PriceNote.module.css', 'examples.json'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    for (const command of ['npx vitest run --project unit tests/contract/blocks.test.ts', 'npx tsc --noEmit -p .']) {
      const { code, said } = await shell(project, command);
      expect(code, said).toBe(0);
    }
  },
  180_000,
);

function openCopy(): ProjectCopy {
  const project = copyProject();
  open.push(() => project.remove());
  return project;
}

interface Said {
  readonly code: number;
  readonly said: string;
}

/** What a command that a person types answers, in a copy. */
async function shell({ folder }: ProjectCopy, command: string): Promise<Said> {
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env: bare });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as ExecFileException;
    return { code: Number(code), said: String(stdout) + String(stderr) };
  }
}

/** The environment of an unconfigured shell. */
const bare = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
