import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { pickSample } from '#tests/helpers/documents.ts';
import { refuseStatistics } from '#tests/helpers/consent.ts';
import { live } from '#tests/helpers/islands.ts';
import { sidewaysScroll, unreadableWords } from '#tests/helpers/layout.ts';
import { startMailServer, type MailServer } from '#tests/helpers/mail-server.ts';
import { startHostedServer, type HostedServer } from '#tests/helpers/hosted-server.ts';

const SECRET = 'a secret for tests that is long enough to be one';
/** A member of the demo. */
const MEMBER = 'guest-1.demo-full-50@example.com';

let mail: MailServer;
let server: HostedServer;

beforeAll(async () => {
  mail = await startMailServer();
  const env = { SECRET, SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' };
  server = await startHostedServer(env);
});

afterAll(async () => {
  await server.stop();
  await mail.close();
});

/** By turns, and all with `npm run prove -- every-page`; what each form answers without a script is tested in `journeys/registration/server/forms/`. */
const journeys = [
  { locale: 'de', javaScriptEnabled: false, with: 'without' },
  { locale: 'pl', javaScriptEnabled: true, with: 'with' },
] as const;
/** Refusals are answered with a status of their own, which Chromium writes to the console. */
const refusals = /status of (?:403|422)/;

/** Everything that can be wrong with what is shown now; axe-core itself needs JavaScript. */
async function listMistakes(page: Page): Promise<string[]> {
  const sideways = (await sidewaysScroll(page)) === 0 ? [] : ['It scrolls sideways.'];
  return [...(await accessibilityMistakes(page)), ...(await unreadableWords(page)), ...sideways];
}

test.concurrent.for(pickSample(journeys, 2, 1))(
  'from a code without a place to the waiting list in $locale, $with JavaScript',
  async ({ locale, javaScriptEnabled, with: how }, { expect }) => {
    const email = `guest-${how}@example.com`;
    await visit({ locale, javaScriptEnabled, expectedMessages: refusals }, async ({ page }) => {
      await page.goto(`${server.origin}/${locale}/EMPTY-0`);
      await refuseStatistics(page);
      const field = page.locator('form[action$="/do/enter-lobby"] [name=email]');
      await field.focus();
      if (javaScriptEnabled) await live(page, 'exhausted');
      await field.fill(email);
      await field.press('Enter');
      const join = page.locator('form[action$="/do/join-waiting-list"]');
      await join.waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/${locale}/lobby`);
      await expect.poll(() => join.innerText()).toContain(email);
      // Only a script can take the token out of the address bar.
      if (javaScriptEnabled) {
        await expect.poll(() => new URL(page.url()).search).toBe('');
        await page.reload();
        await expect.poll(() => join.innerText()).toContain(email);
      }
      if (javaScriptEnabled) expect(await listMistakes(page)).toEqual([]);
      await join.locator('button').click();
      await page.locator('#joined').waitFor();
      await expect.poll(() => page.url()).toBe(`${server.origin}/${locale}/lobby`);
      await expect.poll(() => page.locator('main').innerText()).toContain(email);
      if (javaScriptEnabled) expect(await listMistakes(page)).toEqual([]);
    });
    await expect.poll(() => mail.mails.filter(({ to }) => to.includes(email)).length).toBe(1);
  },
);

test.concurrent.for(pickSample(journeys, 2))(
  'from membership interest to the lobby in $locale, $with JavaScript',
  async ({ locale, javaScriptEnabled, with: how }, { expect }) => {
    const email = `interested-${how}@example.com`;
    await visit({ locale, javaScriptEnabled, expectedMessages: refusals }, async ({ page }) => {
      await page.goto(`${server.origin}/${locale}/GONE-1`);
      await refuseStatistics(page);
      await page.locator('main a[href$="/membership-interest"]').click();
      await page.locator('main a[href$="/membership-interest/apply"]').click();
      const form = page.locator('form[action$="/do/apply-for-membership"]');
      await form.locator('[name=email]').focus();
      if (javaScriptEnabled) await live(page, 'apply');
      // Anyone who is not checked by the page is checked by the server; both keep what was typed.
      await form.locator('[name=email]').fill('interested@');
      await form.locator('[name=email]').press('Enter');
      await form.locator('[role=alert]').waitFor();
      expect(await form.locator('[name=email]').inputValue()).toBe('interested@');
      await form.locator('[name=email]').fill(email);
      await form.locator('button').click();
      await page.waitForURL('**/membership-interest/confirmation');
      await expect.poll(() => page.locator('main').innerText()).toContain(email);
      if (javaScriptEnabled) expect(await listMistakes(page)).toEqual([]);
      await page.goto(await mail.linkTo(email));
      await expect.poll(() => page.locator('main').innerText()).toContain(email);
    });
  },
);

test.concurrent.for(pickSample(journeys, 2, 1))(
  'the last step of the social sign-up in $locale, $with JavaScript',
  async ({ locale, javaScriptEnabled }, { expect }) => {
    const token = await makePurposeToken(
      { clock: { now: Date.now }, secrets: deriveSecrets(SECRET) },
      'social',
      MEMBER,
      600,
    );
    await visit({ locale, javaScriptEnabled, expectedMessages: refusals }, async ({ page }) => {
      // As some programs escape it.
      await page.goto(`${server.origin}/${locale}/registration/social-second-step%3Ftoken%3D${token}`);
      // The question leads back to the page, whose token has left the address bar.
      await refuseStatistics(page);
      const form = page.locator('form[action$="/do/set-preferences"]');
      if (javaScriptEnabled) {
        await expect.poll(() => page.url()).toBe(`${server.origin}/${locale}/registration/social-second-step`);
        await page.reload();
      }
      if (javaScriptEnabled) expect(await listMistakes(page)).toEqual([]);
      await form.locator('button').click();
      await form.locator('[role=alert]').waitFor();
      if (javaScriptEnabled) expect(await listMistakes(page)).toEqual([]);
      await form.locator('[value=women]').check();
      await form.locator('[value=home]').check();
      await form.locator('button').click();
      await page.locator('#done').waitFor();
      await expect.poll(() => page.url()).toBe(`${server.origin}/${locale}/registration/social-second-step`);
      if (javaScriptEnabled) expect(await listMistakes(page)).toEqual([]);
    });
  },
);
