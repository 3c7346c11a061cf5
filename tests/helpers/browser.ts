import { inject } from 'vitest';
import type { Browser, BrowserContextOptions, CDPSession, Locator, Page, Request } from 'playwright-core';
import { connectBrowser, isFirefox } from '#tests/setup/launch-browser.ts';

/** CSS pixels. `narrow` is also what a 1280 px window shows at 400 % zoom (WCAG 2.2, 1.4.10). */
export const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  desktop: { width: 1440, height: 900 },
} as const;

export interface VisitOptions extends BrowserContextOptions {
  readonly size?: keyof typeof sizes;
  /** Console messages and uncaught errors that this test causes on purpose. */
  readonly expectedMessages?: RegExp;
  /** Origins that this test answers for itself. */
  readonly foreignHosts?: readonly string[];
}

export interface Visit {
  readonly page: Page;
  /** Every request so far, in order. */
  readonly requests: readonly Request[];
}

/** Milliseconds, twice what Playwright waits by itself: a second try of a test that was right costs more than a machine that is slow. */
const TIMEOUT = 60_000;

let connected: Promise<Browser> | undefined;

/** The one browser of the run, started by `tests/setup/browser-and-server.ts`. */
function browser(): Promise<Browser> {
  connected ??= connectBrowser(inject('browser'));
  return connected;
}

/**
 * Opens a page in a context of its own and hands it to `look`. Afterwards the test fails when the page wrote anything
 * to the console, threw, violated its Content-Security-Policy (Chromium logs that) or asked another host for anything.
 */
export async function visit<T>(options: VisitOptions, look: (visit: Visit) => Promise<T>): Promise<T> {
  const { size = 'phone', expectedMessages, foreignHosts = [], ...contextOptions } = options;
  const context = await (await browser()).newContext({ viewport: sizes[size], ...contextOptions });
  context.setDefaultTimeout(TIMEOUT);
  try {
    const page = await context.newPage();
    const requests: Request[] = [];
    const problems: string[] = [];
    page.on('request', (request) => {
      requests.push(request);
      const isAnswered = foreignHosts.includes(new URL(request.url()).origin);
      if (!isAnswered && !isLocal(request.url())) problems.push(`requested ${request.url()}`);
    });
    page.on('console', (message) => {
      // Chromium's own notes about how it rendered, on a busy machine.
      if (String(message.type()) !== 'verbose' && expectedMessages?.test(message.text()) !== true)
        problems.push(`console.${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      if (expectedMessages?.test(error.message) !== true) problems.push(`threw ${error.stack ?? error.message}`);
    });
    const result = await look({ page, requests });
    // One more answer from the page: whatever it said before has arrived by then.
    await page.title();
    if (problems.length > 0) throw new Error(`${page.url()}\n${problems.join('\n')}`);
    return result;
  } finally {
    await context.close();
  }
}

/**
 * Chooses a checkbox or a radio button by keyboard: the input itself is invisible, and what is fixed to the screen may lie
 * above the place where a press of the mouse would land.
 */
export async function tick(control: Locator): Promise<void> {
  if (await control.isChecked()) return;
  await control.press('Space');
  await control.and(control.page().locator(':checked')).waitFor({ state: 'attached' });
}

/**
 * Clicks on an element of a page inside a frame that is scaled. Over WebDriver BiDi the driver finds nothing in such frames, so the
 * pointer is led there.
 */
export async function clickInFrame(target: Locator): Promise<void> {
  if (!isFirefox()) return target.click();
  await target.waitFor();
  const { x, y } = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const frame = element.ownerDocument.defaultView?.frameElement;
    if (!frame) throw new Error('The element is in no frame.');
    const [own, around] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
    const scale = around.width / (element.ownerDocument.defaultView?.innerWidth ?? 1);
    return { x: around.x + (own.x + own.width / 2) * scale, y: around.y + (own.y + own.height / 2) * scale };
  });
  await target.page().mouse.click(x, y);
}

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost';
}

/** Gives the window another size and waits until the page has it. */
export async function resize(page: Page, size: keyof typeof sizes): Promise<void> {
  const { width } = sizes[size];
  await page.setViewportSize(sizes[size]);
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
}

export interface Slowness {
  /** How many times slower than this machine; 4 is Lighthouse's phone. */
  readonly cpu?: number;
  readonly network?: 'slow 4G';
}

/** Slows a page down through the DevTools protocol. Latency in milliseconds, throughput in bytes per second. */
export async function slowDown(page: Page, { cpu, network }: Slowness): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  if (cpu !== undefined) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (network === 'slow 4G') {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (0.75 * 1024 * 1024) / 8,
    });
  }
  return session;
}
