import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { createServer } from 'vite';
import { copyProject } from '#tests/helpers/project-copy.ts';
import { startServer } from '#tests/helpers/server.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { commitProject, inTitle, type KindOfSave, kindsOfSaves, restore, type Saved } from './parts/kinds-of-saves.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'Milliseconds from a save to the open page that shows it, in development, beside a page of Vite alone; the goal is a median of 200.';

const TIMES = 25;
/** Milliseconds after which a save counts as lost: saves of a schema may restart Vite, which alone answers at once. */
const LOST = 60_000;
const LOST_ALONE = 3_000;
/** Milliseconds between a save that is shown and the next one. */
const PAUSE = 250;

/** Saves of a page of Vite alone. */
const controls: readonly KindOfSave[] = [
  {
    name: 'page',
    control: 'page',
    save: ({ write }, mark) => write('index.html', BARE.replace('Title', inTitle(mark))),
  },
  { name: 'style', control: 'style', save: ({ write }, mark) => write('style.css', `body { --mark: ${mark}; }`) },
  {
    name: 'module',
    control: 'module',
    save: ({ write }, mark) => write('main.js', `document.body.setAttribute('data-mark', '${mark}');`),
  },
];

const BARE =
  '<!doctype html><title>Bare</title><link rel="stylesheet" href="/style.css"><script type="module" src="/main.js"></script><body><h1>Title</h1>';

export async function run(): Promise<void> {
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.wsEndpoint());
  try {
    const bare = await measureBare(browser);
    const own = await measureProject(browser);
    const rows = kindsOfSaves.map(({ name, control }) => {
      const { times = [], lost = [] } = own.get(name) ?? {};
      const compared = bare.get(control) ?? { times: [], lost: [] };
      return [
        name,
        lost.length === 0 ? '0' : `${lost.length} (${lost.join(', ')})`,
        at(times, 0.5),
        at(times, 0.9),
        at(compared.times, 0.5),
        String(compared.lost.length),
      ];
    });
    printTable(
      `${TIMES} saves of each kind, one after the other, then as many at once`,
      ['', 'lost', 'median ms', '9 of 10 ms', 'Vite alone ms', 'lost'],
      rows,
    );
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`\nLoad of the machine at the end: ${load} on ${availableParallelism()} cores.`);
  } finally {
    await browser.close();
    await launched.close();
  }
}

type Measured = ReadonlyMap<string, Shown>;

interface Shown {
  /** Milliseconds of the saves that were shown. */
  readonly times: readonly number[];
  /** Numbers of the saves that were not. */
  readonly lost: readonly number[];
}

async function measureProject(browser: Browser): Promise<Measured> {
  const project = copyProject();
  commitProject(project);
  const server = await startServer({ command: ['commands/dev.ts'], cwd: project.folder, startWithin: 300_000 });
  try {
    return await measure(browser, `${server.origin}/about-us`, project, kindsOfSaves, LOST, () => restore(project));
  } finally {
    await server.stop();
    project.remove();
  }
}

async function measureBare(browser: Browser): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bare-'));
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  write('index.html', BARE);
  write('style.css', '');
  write('main.js', '');
  const server = await createServer({ configFile: false, root: folder, logLevel: 'error', server: { port: 0 } });
  try {
    await server.listen();
    return await measure(browser, server.resolvedUrls?.local[0] ?? '', { folder, read, write }, controls, LOST_ALONE);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  browser: Browser,
  url: string,
  project: Saved,
  kinds: readonly KindOfSave[],
  lostAfter: number,
  tidyUp: () => void = () => undefined,
): Promise<Measured> {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  let shown: readonly string[] = [];
  let onShown = (): void => undefined;
  await page.exposeFunction('showsMarks', (marks: readonly string[]) => {
    shown = marks;
    onShown();
  });
  await page.addInitScript(reportMarks);
  await page.goto(url);
  /** Milliseconds from a save to the page that shows it; `null` when it is lost. */
  const waitFor = async (mark: string, places: number, save: () => void | Promise<void>): Promise<number | null> => {
    const begin = performance.now();
    await save();
    const isShown = (): boolean => shown.filter((each) => each === mark).length >= places;
    const { promise, resolve } = Promise.withResolvers<number | null>();
    onShown = () => isShown() && resolve(performance.now() - begin);
    onShown();
    const late = setTimeout(() => resolve(null), lostAfter);
    const time = await promise;
    clearTimeout(late);
    return time;
  };
  const measured = new Map<string, Shown>();
  for (const [index, { name, places = 1, begin, save }] of kinds.entries()) {
    const marks = Array.from({ length: 2 * TIMES + 1 }, (_, turn) => String(1000 * (index + 1) + turn));
    begin?.(project, marks);
    const times: number[] = [];
    const lost: number[] = [];
    const note = (turn: number, time: number | null): void => {
      if (time === null) lost.push(turn);
      else if (turn > 0 && turn <= TIMES) times.push(time);
    };
    // The first one finds everything cold.
    for (const [turn, mark] of marks.slice(0, TIMES + 1).entries()) {
      note(turn, await waitFor(mark, places, () => save(project, mark)));
      await sleep(PAUSE);
    }
    const last = await waitFor(marks.at(-1) ?? '', places, async () => {
      for (const mark of marks.slice(TIMES + 1)) await save(project, mark);
    });
    note(2 * TIMES, last);
    measured.set(name, { times, lost });
    console.log(`${name}: ${lost.length} lost, median ${at(times, 0.5)} ms`);
    tidyUp();
  }
  await context.close();
  return measured;
}

/** In the page: names all marks as soon as a frame shows others. */
function reportMarks(): void {
  let reported = '';
  const look = (): void => {
    const { document } = globalThis;
    const marks = [
      document.querySelector('h1')?.textContent.replace('Mark ', '') ?? '',
      [...document.querySelectorAll('body, main *')]
        .map((element) => getComputedStyle(element).getPropertyValue('--mark').trim())
        .find((mark) => mark !== '') ?? '',
      document.querySelector('[data-mark]')?.getAttribute('data-mark') ?? '',
      document.querySelector('[id^=mark-]:not([id$=-title])')?.id.replace('mark-', '') ?? '',
    ];
    if (marks.join() !== reported) {
      reported = marks.join();
      void (globalThis as unknown as { showsMarks: (marks: readonly string[]) => void }).showsMarks(marks);
    }
    requestAnimationFrame(look);
  };
  look();
}

const at = (times: readonly number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
