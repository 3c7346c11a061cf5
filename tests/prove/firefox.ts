import { randomUUID } from 'node:crypto';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { locales, type Locale } from '#schemas/generated/vocabulary.ts';
import { startMailServer, type MailServer } from '#tests/helpers/mail-server.ts';
import { startServer } from '#tests/helpers/server.ts';
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
const PATIENCE = 20_000;

interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly mail: MailServer;
  readonly locale: Locale;
}

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>', TRUSTED_PROXIES: '127.0.0.1' };
  const server = await startServer({ env, startWithin: 120_000 });
  const executablePath = findFirefox() ?? '';
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const version = await browser.version();
  const broken: string[] = [];
  let walked = 0;
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      const locale = locales[turn % locales.length] ?? 'en';
      const problems = await walk(browser, { origin: server.origin, mail, locale }, turn);
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
async function walk(browser: Browser, where: Omit<Visit, 'page'>, turn: number): Promise<string[]> {
  const context = await browser.createBrowserContext();
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => problems.push(`The console says "${message.text()}".`));
    page.on('pageerror', (error) => problems.push(`The page threw "${String(error)}".`));
    await page.setViewport({ width: 390, height: 844 });
    // Each visitor has an address of their own, so that the limits of one don't stop the next.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${(turn % 250) + 1}` });
    await register({ ...where, page });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await context.close();
  }
  return problems;
}

async function register({ page, origin, mail, locale }: Visit): Promise<void> {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const email = `visitor-${randomUUID()}@example.com`;
  await page.goto(`${origin}${prefix}/ANNA-50`);
  await press(page, 'form[data-consent] [value=none]');
  await page.waitForSelector('form[data-consent] [value=ask]');
  await page.type('#join-form-firstName', 'Zoë');
  await page.waitForSelector('[data-island][data-live=""] form[action$="/do/register"]');
  await press(page, '#join-form button[type=submit]');
  await page.waitForSelector('#join-form-email[aria-invalid=true]');
  const kept = await page.$eval('#join-form-firstName', (field) => (field as HTMLInputElement).value);
  if (kept !== 'Zoë') throw new Error(`"Zoë" was typed while the form came alive, and it holds "${kept}".`);
  await press(page, '#join-form [name=gender]');
  await page.type('#join-form-lastName', "O'Neill");
  await page.type('#join-form-email', email);
  await page.select('#join-form-country', 'SE');
  await press(page, '#join-form [name=terms]');
  await press(page, '#join-form button[type=submit]');
  await page.waitForFunction(() => location.pathname.endsWith('/registration/formfinished'));
  await page.goto(await mail.linkTo(email));
  await press(page, 'form[action$="/do/activate"] button[type=submit]');
  await page.waitForFunction(() => location.pathname.endsWith('/registration/gift-voucher'));
  const shown = await page.$eval('html', (html) => html.lang);
  if (shown !== locale) throw new Error(`The voucher is in "${shown}".`);
}

/** A press without the pointer: what lies over an element is the business of other tests. */
async function press(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector);
  await element?.evaluate((node) => (node as HTMLElement).click());
}
