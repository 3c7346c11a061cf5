import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { createServer } from 'vite';
import { locales } from '#schemas/generated/vocabulary.ts';
import { copyProject } from '#tests/helpers/project-copy.ts';
import { startServer } from '#tests/helpers/server.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'Milliseconds from a save to the open page that shows it, in development, beside a page of Vite alone; the goal is a median of 200.';

const TIMES = 25;
/** Milliseconds after which a save counts as lost. */
const LOST = 60_000;

interface Save {
  readonly kind: string;
  readonly file: string;
  /** The file with a mark that the page shows: as the text of its title, as `--mark` of its body or of elements, or as `data-mark` of an element. */
  readonly written: (before: string, mark: string) => string;
}

const inTitle = (mark: string): string => `Mark ${mark}`;

const saves: readonly Save[] = [
  {
    kind: 'text',
    file: 'locales/en/about.json',
    written: (before, mark) => before.replace(/^( *"title": ).*?(,?)$/m, `$1"${inTitle(mark)}"$2`),
  },
  {
    kind: 'document',
    file: 'pages-config/pages/about-us.json',
    written(before, mark) {
      const title = Object.fromEntries(locales.map((locale) => [locale, inTitle(mark)]));
      return before.replace('"about.title"', JSON.stringify(title));
    },
  },
  {
    kind: 'style of a block',
    file: 'blocks/rich-text/RichText.module.css',
    written: (before, mark) => `${before}\n.column { --mark: ${mark}; }\n`,
  },
  {
    kind: 'component of a block',
    file: 'blocks/rich-text/RichText.tsx',
    written: (before, mark) => before.replace('<section\n', `<section\n      data-mark="${mark}"\n`),
  },
];

/** What is the same in a page of Vite alone. */
const controls: Readonly<Record<string, Save>> = {
  page: { kind: 'page', file: 'index.html', written: (before, mark) => before.replace('Title', inTitle(mark)) },
  style: { kind: 'style', file: 'style.css', written: (_, mark) => `body { --mark: ${mark}; }` },
  module: {
    kind: 'module',
    file: 'main.js',
    written: (_, mark) => `document.body.setAttribute('data-mark', '${mark}');`,
  },
};

const readControl: Readonly<Record<string, keyof typeof controls>> = {
  text: 'page',
  document: 'page',
  'style of a block': 'style',
  'component of a block': 'module',
};

export async function run(): Promise<void> {
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.wsEndpoint());
  try {
    const own = await measureProject(browser);
    const bare = await measureBare(browser);
    const rows = saves.map(({ kind }) => {
      const times = own.get(kind) ?? [];
      const control = bare.get(readControl[kind] ?? '') ?? [];
      return [kind, TIMES - times.length, at(times, 0.5), at(times, 0.9), at(control, 0.5), TIMES - control.length];
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

async function measureProject(browser: Browser): Promise<ReadonlyMap<string, readonly number[]>> {
  const project = copyProject();
  const server = await startServer({ command: ['commands/dev.ts'], cwd: project.folder, startWithin: 300_000 });
  try {
    return await measure(browser, `${server.origin}/about-us`, project.folder, saves);
  } finally {
    await server.stop();
    project.remove();
  }
}

async function measureBare(browser: Browser): Promise<ReadonlyMap<string, readonly number[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bare-'));
  const head = '<link rel="stylesheet" href="/style.css"><script type="module" src="/main.js"></script>';
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Bare</title>${head}<body><h1>Title</h1>`);
  writeFileSync(join(folder, 'style.css'), '');
  writeFileSync(join(folder, 'main.js'), '');
  const server = await createServer({ configFile: false, root: folder, logLevel: 'error', server: { port: 0 } });
  try {
    await server.listen();
    return await measure(browser, server.resolvedUrls?.local[0] ?? '', folder, Object.values(controls));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of the saves that were shown, by kind. */
async function measure(
  browser: Browser,
  url: string,
  folder: string,
  kinds: readonly Save[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const waiting = new Map<string, () => void>();
  await page.exposeFunction('showsMark', (mark: string) => waiting.get(mark)?.());
  await page.addInitScript(reportMarks);
  await page.goto(url);
  const seen = async (mark: string): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set(mark, () => resolve(true));
    const late = setTimeout(() => resolve(false), LOST);
    const shown = await promise;
    clearTimeout(late);
    return shown;
  };
  const measured = new Map<string, readonly number[]>();
  for (const [index, { kind, file, written }] of kinds.entries()) {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    const save = (mark: string): void => writeFileSync(path, written(before, mark));
    const makeMark = (turn: number): string => String(1000 * (index + 1) + turn);
    const times: number[] = [];
    // The first one finds everything cold.
    for (let turn = 0; turn <= TIMES; turn += 1) {
      const shown = seen(makeMark(turn));
      const begin = performance.now();
      save(makeMark(turn));
      if ((await shown) && turn > 0) times.push(performance.now() - begin);
    }
    const last = seen(makeMark(2 * TIMES));
    for (let turn = TIMES + 1; turn <= 2 * TIMES; turn += 1) save(makeMark(turn));
    if (!(await last)) times.pop();
    measured.set(kind, times);
    writeFileSync(path, before);
  }
  await context.close();
  return measured;
}

/** In the page: names each mark as soon as a frame shows it. */
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
    ];
    if (marks.join() !== reported) {
      reported = marks.join();
      for (const mark of marks) void (globalThis as unknown as { showsMark: (mark: string) => void }).showsMark(mark);
    }
    requestAnimationFrame(look);
  };
  look();
}

const at = (times: readonly number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
