import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { locales, type Locale } from '#schemas/generated/vocabulary.ts';
import { startMailServer, type MailServer } from '#tests/helpers/mail-server.ts';
import { startWithDemoRows } from '#tests/helpers/demo-rows.ts';
import { findFirefox } from '#tests/setup/programs.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Another engine than the tests have: its own hydration, constraints, dialogs and view transitions. */
export const firefox: Proof = {
  summary:
    'Walks from a code to an active account in Firefox, in another language each run, on a form that comes alive.',
  runs: locales.length,
  missing: () => (findFirefox() === null ? 'Firefox was not found; FIREFOX_PATH names it.' : null),
  run,
};

/** Milliseconds for everything that is waited for. */
const TIMEOUT_MS = 20_000;

interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly mail: MailServer;
  readonly locale: Locale;
}

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' };
  const server = await startWithDemoRows({ env, startWithin: 120_000 });
  const executablePath = findFirefox() ?? '';
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: null,
  });
  const version = await browser.version();
  const broken: string[] = [];
  let walked = 0;
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      const locale = locales[turn % locales.length] ?? 'en';
      const problems = await walk(browser, { origin: server.origin, mail, locale });
      broken.push(...problems.map((problem) => `In "${locale}": ${problem}`));
      if (problems.length === 0) walked += 1;
      progress(turn + 1);
    }
    return {
      found: [
        ['Browser', version],
        ['Journeys from code to active account', walked],
      ],
      broken,
    };
  } finally {
    await browser.close();
    await server.stop();
    await mail.close();
  }
}

/** Resolves with what went wrong, console messages among it. */
async function walk(browser: Browser, where: Omit<Visit, 'page'>): Promise<string[]> {
  const context = await browser.createBrowserContext();
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('console', (message) => problems.push(`The console says "${message.text()}".`));
    page.on('pageerror', (error) => problems.push(`The page threw "${String(error)}".`));
    await showOnPhone(page);
    await register({ ...where, page });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await context.close();
  }
  return problems;
}

/** Firefox ESR 140 sets the size and knows nothing of the orientation that is asked for with it. */
async function showOnPhone(page: Page): Promise<void> {
  const width = 390;
  await page.setViewport({ width, height: 844 }).catch((error: unknown) => {
    if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error;
  });
  await until(`The page did not get ${width} px wide`, async () => (await page.evaluate(() => innerWidth)) === width);
}

async function register({ page, origin, mail, locale }: Visit): Promise<void> {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const email = `visitor-${randomUUID()}@example.com`;
  await page.goto(`${origin}${prefix}/ANNA-50`);
  await press(page, 'form[data-consent] [value=none]');
  await untilThere(page, 'form[data-consent] [value=ask]');
  await page.type('#join-form-firstName', 'Zoë');
  await untilThere(page, '[data-island][data-live=""] form[action$="/do/register"]');
  await press(page, '#join-form button[type=submit]');
  await untilThere(page, '#join-form-email[aria-invalid=true]');
  const stored = await page.$eval('#join-form-firstName', (field) => (field as HTMLInputElement).value);
  if (stored !== 'Zoë') throw new Error(`"Zoë" was typed while the form came alive, and it holds "${stored}".`);
  await press(page, '#join-form [name=gender]');
  await page.type('#join-form-lastName', "O'Neill");
  await page.type('#join-form-email', email);
  await page.select('#join-form-country', 'SE');
  await press(page, '#join-form [name=terms]');
  await press(page, '#join-form button[type=submit]');
  await untilAt(page, '/registration/formfinished');
  await page.goto(await mail.linkTo(email));
  await press(page, 'form[action$="/do/activate"] button[type=submit]');
  await untilAt(page, '/registration/gift-voucher');
  const shown = await page.$eval('html', (html) => html.lang);
  if (shown !== locale) throw new Error(`The voucher is in "${shown}".`);
}

/** Asked from here: what waits in the page itself is an `eval`, which the page's policy refuses. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  // A page that is just leaving answers nothing.
  for (const started = performance.now(); performance.now() - started < TIMEOUT_MS; await sleep(50))
    if (await holds().catch(() => false)) return;
  throw new Error(`${what} in ${TIMEOUT_MS} ms.`);
}

const untilAt = (page: Page, path: string): Promise<void> =>
  until(`${path} was not reached`, async () => (await page.evaluate(() => location.pathname)).endsWith(path));

const untilThere = (page: Page, selector: string): Promise<void> =>
  until(`"${selector}" did not come`, () => page.evaluate((each) => document.querySelector(each) !== null, selector));

/** A press without the pointer: what lies over an element is the business of other tests. */
async function press(page: Page, selector: string): Promise<void> {
  await untilThere(page, selector);
  await page.evaluate((each) => document.querySelector<HTMLElement>(each)?.click(), selector);
}
