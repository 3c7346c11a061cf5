import { spawnSync } from 'node:child_process';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';
import { startServer } from '#tests/helpers/server.ts';
import { anonymous, atRest, processorTime } from './parts/memory-of.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'Builds 1,000 documents more in 7 languages, in full and once more, starts them and reads their memory.';

const COPIES = 1_000;
const BASE = 'pages-config/landings/default.json';
/** The address of a site is part of its pages: the server has the one that it was built for. */
const ORIGIN = 'http://127.0.0.1:3000';
const env = { ...process.env, NODE_ENV: undefined, PUBLIC_ORIGIN: ORIGIN };

export async function run(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has.');
  const project = copyProject();
  try {
    // Images take longer than all the rest, whatever the documents.
    build(project);
    addCopies(project);
    const rows = [
      ['all of them are new', ...build(project), '25 s'],
      ['a text changed, so that no page is as before', ...build(changeText(project)), '25 s'],
      ['one document changed', ...build(changeOne(project)), '–'],
      ['nothing changed', ...build(project), '–'],
    ];
    printTable(
      `Building ${COPIES.toLocaleString('en-GB')} documents more than the project has, in 7 languages, images at hand`,
      ['', 'seconds', 'of them for pages', 'goal'],
      rows,
    );
    await measureServer(project);
  } finally {
    project.remove();
  }
}

/** Seconds of the build, and of its pages. */
function build({ folder }: ProjectCopy): [whole: string, pages: string] {
  const begun = performance.now();
  // Link previews are images, too: as in a first start they are left to the server.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['commands/build.ts', '--if-stale'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stderr}`);
  return [((performance.now() - begun) / 1000).toFixed(1), /Pages +([\d.]+) s/.exec(stdout)?.[1] ?? '–'];
}

function addCopies(project: ProjectCopy): void {
  const text = project.read(BASE);
  for (let index = 0; index < COPIES; index += 1) {
    const slug = `"version": 4,\n  "slug": "copy-${index}",`;
    project.write(`pages-config/landings/copy-${index}.json`, text.replace('"version": 4,', slug));
  }
}

function changeText(project: ProjectCopy): ProjectCopy {
  const file = 'locales/en/landing.json';
  project.write(file, project.read(file).replace(/("[^"]*title": ")/, '$1Now: '));
  return project;
}

function changeOne(project: ProjectCopy): ProjectCopy {
  const file = 'pages-config/landings/copy-0.json';
  project.write(file, project.read(file).replace('"landing.hero.text"', '"landing.hero.eyebrow"'));
  return project;
}

async function measureServer({ folder }: ProjectCopy): Promise<void> {
  const begun = performance.now();
  const server = await startServer({
    cwd: folder,
    command: ['--import', './commands/check-node.mjs', 'commands/serve.ts'],
    env: { PUBLIC_ORIGIN: ORIGIN, PAGE_COMPRESSION: 'quick', METRICS_PORT: 'public' },
  });
  try {
    const ready = (performance.now() - begun) / 1000;
    await atRest(server.pid);
    const rest = anonymous(server.pid);
    const compiled = await compilations(server.origin);
    const before = processorTime(server.pid);
    for (let index = 1; index < COPIES; index += 1) await ask(`${server.origin}/copy-${index}`);
    const each = (processorTime(server.pid) - before) / (COPIES - 1) / 1000;
    printTable(
      'Serving them (pages are compressed once only: as well as can be takes a tenth of a second of one core each)',
      ['', 'value', 'goal'],
      [
        ['seconds until it is ready', ready.toFixed(1), '–'],
        ['anonymous memory at rest, MB', rest, 300],
        ['pages that were compiled until then', compiled, 0],
        ['milliseconds of processor time of the first request for a page', each.toFixed(2), '–'],
        ['pages that were compiled for these', (await compilations(server.origin)) - compiled, 0],
        ['anonymous memory after them, MB', anonymous(server.pid), '–'],
      ],
    );
  } finally {
    await server.stop();
  }
}

async function ask(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br', 'accept-language': 'en' } });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}.`);
  await answer.arrayBuffer();
}

/** Pages that the server has compiled since its start. */
async function compilations(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^vitrine_compile_seconds_count (\d+)/m.exec(metrics)?.[1] ?? Number.NaN);
}
