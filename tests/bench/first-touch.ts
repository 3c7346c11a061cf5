import { chromium, type Browser, type Page, type Request } from 'playwright-core';
import { slowDown } from '#tests/helpers/browser.ts';
import { startWithDemoRows } from '#tests/helpers/demo-rows.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { record } from './parts/painted.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'When the answer to a code is painted on a slow phone, with script beside the same form without.';

const ROUNDS = 5;
/** Milliseconds between the first paint and the code that is pasted and sent. */
const PAUSES = [0, 500, 1500, 3000] as const;
const PATHS = ['/', '/code'] as const;

interface Answer {
  readonly name: string;
  readonly code: string;
  /** Selector of what only the answer shows at its place. */
  readonly answered: string;
}

const answers: readonly Answer[] = [
  { name: 'wrong code', code: 'NOT-A-CODE', answered: '#code .field-message' },
  { name: 'right code', code: 'CERCLE-2026', answered: 'main:not(:has(#code)) > :first-child' },
];

const sides = { 'with script': true, 'without script': false } as const;

interface Sent {
  /** Milliseconds from the key to the frame that shows the answer. */
  readonly took: number;
  /** Scripts that were asked for until then. */
  readonly files: number;
  /** Bytes of them on the wire, with their heads. */
  readonly bytes: number;
}

export async function run(): Promise<void> {
  const server = await startWithDemoRows();
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.wsEndpoint());
  try {
    for (const path of PATHS) for (const answer of answers) await compare(browser, server.origin, path, answer);
    await printKeys(browser, server.origin);
  } finally {
    await browser.close();
    await launched.close();
    await server.stop();
  }
}

/** Both sides take turns, so that what else the machine does falls on both. */
async function compare(browser: Browser, origin: string, path: string, answer: Answer): Promise<void> {
  const runs = new Map<string, Sent[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const pause of PAUSES) {
      for (const [side, javaScriptEnabled] of Object.entries(sides)) {
        const key = `${side} ${pause}`;
        const sending = { ...answer, pause, javaScriptEnabled };
        const sent = await untilRecorded(() => send(browser, origin + path, sending));
        runs.set(key, [...(runs.get(key) ?? []), sent]);
      }
    }
  }
  const all = (side: string, pause: number): Sent[] => runs.get(`${side} ${pause}`) ?? [];
  const took = (side: string, pause: number): number => median(all(side, pause).map((sent) => sent.took));
  printTable(
    `Answer to a ${answer.name} on ${path}, ms until it is painted, at 4× CPU and slow 4G, medians of ${ROUNDS}`,
    ['sent after the first paint', ...PAUSES.map((pause) => `${pause / 1000} s`)],
    [
      ...Object.keys(sides).map((side) => [side, ...PAUSES.map((pause) => Math.round(took(side, pause)))]),
      [
        'with ÷ without',
        ...PAUSES.map((pause) => (took('with script', pause) / took('without script', pause)).toFixed(2)),
      ],
    ],
  );
  const live = all('with script', PAUSES.at(-1) ?? 0);
  console.log(
    `\n  Scripts: ${median(live.map(({ files }) => files))} files, ${median(live.map(({ bytes }) => bytes))} bytes.`,
  );
}

interface Sending extends Answer {
  readonly pause: number;
  readonly javaScriptEnabled: boolean;
}

const MAX_TRIES = 5;

/** A recording that ended too early is made again. */
async function untilRecorded(sendOnce: () => Promise<Sent | null>): Promise<Sent> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const sent = await sendOnce();
    if (sent !== null) return sent;
  }
  throw new Error(`The browser sent no frame of the answer, ${MAX_TRIES} times in a row.`);
}

let visitors = 0;

/** One visitor with an address of their own, so that no limit answers instead. */
async function send(
  browser: Browser,
  url: string,
  { code, answered, pause, javaScriptEnabled }: Sending,
): Promise<Sent | null> {
  visitors += 1;
  const page = await slowPage(browser, {
    javaScriptEnabled,
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.${visitors >> 8}.${visitors & 255}` },
  });
  const scripts: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(countBytes(request));
  });
  await page.goto(url, { waitUntil: 'load' });
  const recording = await record(page);
  await page.locator('input[name=code]').first().focus();
  await page.waitForTimeout(pause);
  // Pasted in one go, as a code of an invitation is.
  await page.keyboard.insertText(code);
  const since = Date.now();
  await page.keyboard.press('Enter');
  const took = await recording.painted(page.locator(answered).first(), since);
  const sizes = await Promise.all(scripts);
  await page.context().close();
  return took === null ? null : { took, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** On the wire, with its head; 0 when the page that asked is gone. */
async function countBytes(request: Request): Promise<number> {
  const sizes = await request.sizes().catch(() => null);
  return sizes === null ? 0 : sizes.responseBodySize + sizes.responseHeadersSize;
}

/** The worst time from a key to the next frame while the form comes to life under a typing visitor. */
async function printKeys(browser: Browser, origin: string): Promise<void> {
  const worst: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(browser, {});
    await page.addInitScript(() => {
      const keys: number[] = [];
      Object.assign(window, { keys });
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await page.goto(`${origin}/invitation`, { waitUntil: 'load' });
    await page.locator('#join-form-firstName').focus();
    const island = page.locator('[data-island][data-id=join]');
    while ((await island.getAttribute('data-live')) === null) {
      await page.keyboard.press('a');
      await page.waitForTimeout(40);
    }
    worst.push(Math.max(0, ...(await page.evaluate(() => Reflect.get(window, 'keys') as number[]))));
    await page.context().close();
  }
  console.log(`\n  Worst key while the form comes to life, ms: ${worst.toSorted((a, b) => a - b).join(', ')}`);
}

async function slowPage(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, ...options });
  const page = await context.newPage();
  await slowDown(page, { cpu: 4, network: 'slow 4G' });
  return page;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
