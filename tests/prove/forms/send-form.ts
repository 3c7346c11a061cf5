import type { Browser, Page } from 'playwright-core';

export interface SentForm {
  readonly landing: string;
  readonly locale: string;
  readonly hasScript: boolean;
  readonly email: string;
}

let visitors = 0;

/** An address of a visitor, so that no limit per network ends a walk. */
export function nextVisitorAddress(): string {
  visitors += 1;
  return `198.51.${100 + Math.floor(visitors / 250)}.${1 + (visitors % 250)}`;
}

/** Fills in and sends the form of a landing as a visitor does. @returns what went wrong; `null` when the thanks are shown */
export function createSender(browser: Browser, origin: string) {
  return async ({ landing, locale, hasScript, email }: SentForm): Promise<string | null> => {
    const context = await browser.newContext({
      javaScriptEnabled: hasScript,
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: { 'x-forwarded-for': nextVisitorAddress(), 'x-forwarded-proto': 'https' },
    });
    const problems: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => problems.push(message));
      await page.goto(`${origin}/${locale}/${landing}`);
      await fill(page, email);
      await page.locator(`form[action*="/do/forms/"] button[type=submit]`).press('Enter');
      await page.locator(`form[action*="/do/forms/"]`).waitFor({ state: 'detached', timeout: 30_000 });
      return problems.length > 0 ? problems.join(' ') : null;
    } catch (error) {
      return String(error);
    } finally {
      await context.close();
    }
  };
}

/** Of fields that refuse any text. */
const ANSWERS: Readonly<Record<string, string>> = { tel: '+49 89 123456', guests: '2' };

/** Fields by their kind, whatever form it is: two variations of a page have different ones. */
async function fill(page: Page, email: string): Promise<void> {
  const form = page.locator('form[action*="/do/forms/"]');
  const visible = form.locator('input:not([type=hidden]):not([tabindex="-1"]), select, textarea');
  const chosen = new Set<string>();
  for (const field of await visible.all()) {
    const name = (await field.getAttribute('name')) ?? '';
    const type = (await field.getAttribute('type')) ?? (await field.getAttribute('inputmode')) ?? '';
    if (type === 'radio' || type === 'checkbox') {
      if (!chosen.has(name)) await field.press('Space');
      chosen.add(name);
      continue;
    }
    const options = await field.locator('option').all();
    if (options.length > 0) await field.selectOption({ index: options.length - 1 });
    else await field.fill(name === 'email' ? email : (ANSWERS[type] ?? ANSWERS[name] ?? `Żółć ${name}`));
  }
}
