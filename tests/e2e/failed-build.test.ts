import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

let project: ProjectCopy;
let server: RunningServer;

beforeAll(async () => {
  project = copyProject();
  cpSync(join(import.meta.dirname, '../../dist'), join(project.folder, 'dist'), { recursive: true });
  server = await startServer({ cwd: project.folder });
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

interface Built {
  readonly code: number | null;
  /** What was written to standard error, by line. */
  readonly said: readonly string[];
  /** Statuses and, for pages that were sent whole, one body for all. */
  readonly served: ReadonlySet<string>;
}

/** Builds where the server serves from, and asks that for a page and everything it needs for as long as it takes. */
async function build(command = 'commands/build.ts'): Promise<Built> {
  const child = spawn(process.execPath, [command], {
    cwd: project.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  const served = new Set<string>();
  do {
    served.add(await visit());
    await Promise.race([ended, setTimeout(250)]);
  } while (child.exitCode === null);
  await ended;
  return { code: child.exitCode, said: said.trim().split('\n'), served };
}

async function visit(): Promise<string> {
  const page = await fetch(`${server.origin}/en/about-us`);
  const body = await page.text();
  const files = [...new Set(body.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g) ?? [])];
  const answers = await Promise.all(files.map((file) => fetch(server.origin + file)));
  return JSON.stringify([page.status, body, ...answers.map(({ status }) => status)]);
}

const readBuild = (): readonly unknown[] => [
  project.read('dist/build.json'),
  readdirSync(join(project.folder, 'dist/releases')),
];

test('a block that throws ends a build with code 1, and its error names a page on which it stands; the last good build stays and is served meanwhile', async ({
  expect,
}) => {
  const [before, page] = [readBuild(), await visit()];
  const file = 'blocks/benefits/Benefits.tsx';
  project.write(
    file,
    project.read(file).replace('  return (', "  if (id !== '') throw new TypeError('No voice.');\n  return ("),
  );
  const { code, said, served } = await build();
  expect(code).toBe(1);
  expect(said.join('\n')).toMatch(
    /"(?:landings|pages)\/[\w/-]+" could not be compiled in [a-z]{2}.*TypeError: No voice\./s,
  );
  expect(readBuild()).toEqual(before);
  expect(served).toEqual(new Set([page]));
  expect(page).toMatch(/^\[200,.*,200,200/);
});

test('so does a block without its component, and with it a start, which says it once', async ({ expect }) => {
  const before = readBuild();
  mkdirSync(join(project.folder, 'blocks/ghost'));
  const schema = project.read('blocks/rich-text/rich-text.schema.json');
  project.write('blocks/ghost/ghost.schema.json', schema.replaceAll('rich-text', 'ghost').replace('RichText', 'Ghost'));
  const { code, said } = await build('commands/start.ts');
  expect(code).toBe(1);
  expect(said.filter((line) => line.includes('  error  '))).toEqual([
    expect.stringContaining('The component blocks/ghost/Ghost.tsx is missing'),
  ]);
  expect(readBuild()).toEqual(before);
});
