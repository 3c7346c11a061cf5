import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { readBucketExperiment, readStickyAssignments, readVisitorId } from '#engine/shared/experiment-cookies.ts';
import { readPendingEvents } from '#engine/shared/pending-events.ts';
import { type EventName, eventRules } from '#schemas/generated/events.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { signLinkTimestamp } from '#journeys/registration/members/codes/link-timestamp.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { tick, visit } from '#tests/helpers/browser.ts';
import { answerBefore } from '#tests/helpers/data-layer.ts';
import { pickSample } from '#tests/helpers/documents.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { live } from '#tests/helpers/islands.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';

const SECRET = 'a secret for tests that is long enough to be one';
const DATA_DIR = mkdtempSync(join(tmpdir(), 'vitrine-events-'));
let mail: MailServer;
let server: HostedServer;

beforeAll(async () => {
  mail = await startMailServer();
  const mails = { SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' };
  server = await startHostedServer({ SECRET, DATA_DIR, ...mails });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** Refusals are answered with a status of their own, which Chromium writes to the console. */
const options = { userAgent: CHROME, locale: 'en', expectedMessages: /status of 4\d\d/ } as const;

const press = (page: Page, useCase: string) => page.locator(`form[action$="/do/${useCase}"] button[type=submit]`);

async function fillIn(page: Page, address: string): Promise<void> {
  await page.goto(`${server.origin}/invitation?rc=ANNA-50`);
  typed.set(page, address);
  const form = page.locator('form[action$="/do/register"]');
  await tick(form.locator('[name=gender]').first());
  await form.locator('[name=firstName]').fill('Zoë');
  await form.locator('[name=lastName]').fill('Lind');
  await form.locator('[name=email]').fill(address);
  await form.locator('[name=country]').selectOption('SE');
  await tick(form.locator('[name=newsletter]'));
  await tick(form.locator('[name=terms]'));
  if (await page.evaluate(() => 'vitrine' in window)) await live(page, 'join');
}

async function register(page: Page, address = `${randomUUID()}@example.com`): Promise<void> {
  await fillIn(page, address);
  await press(page, 'register').click();
}

/** Another browser registers; the link of the mail. */
async function readLink(address: string): Promise<string> {
  await fetch(`${server.origin}/do/register`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      referer: `${server.origin}/invitation?rc=ANNA-50`,
      cookie: `form-key=${'k'.repeat(22)}`,
    },
    body: new URLSearchParams({
      gender: 'woman',
      firstName: 'Ada',
      lastName: 'Lind',
      email: address,
      country: 'SE',
      terms: 'on',
      code: 'ANNA-50',
    }),
  });
  return mail.linkTo(address);
}

async function activate(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await press(page, 'activate').click();
}

function makeTooOld(address: string): void {
  const database = new DatabaseSync(join(DATA_DIR, 'vitrine.sqlite'), { timeout: 5_000 });
  const change = `update activation_tokens set created_at = '2020-01-01T00:00:00.000Z', expires_at = '2020-01-02T00:00:00.000Z'
    where member_id = (select id from members where email = ?)`;
  database.prepare(change).run(address);
  database.close();
}

interface Way {
  /** Does what the event is about, with a script or without. */
  readonly go: (page: Page) => Promise<unknown>;
  /** Where that leads, so that nothing is looked at too early. */
  readonly to?: RegExp;
  /** It happens in the browser: without a script it does not. */
  readonly needsScript?: true;
}

/** How each event comes about: a schema without a line here, and a line without a schema, fail. */
const ways: Readonly<Record<EventName, Way>> = {
  account_active: {
    async go(page) {
      const address = `${randomUUID()}@example.com`;
      const link = await readLink(address);
      const other = await page.context().browser()?.newContext();
      const there = await other?.newPage();
      if (there !== undefined) await activate(there, link);
      await there?.waitForURL(/gift-voucher/);
      await other?.close();
      await register(page, address);
    },
    to: /emailactivecomplete/,
  },
  account_pending: {
    async go(page) {
      const address = `${randomUUID()}@example.com`;
      await readLink(address);
      await register(page, address);
    },
    to: /emailpendingcomplete/,
  },
  activation_failed: {
    async go(page) {
      const address = `${randomUUID()}@example.com`;
      const link = await readLink(address);
      makeTooOld(address);
      await activate(page, link);
    },
    to: /activateaccountError/i,
  },
  activation_not_found: {
    go: (page) => activate(page, `${server.origin}/registration/activateaccount?token=${'x'.repeat(43)}`),
    to: /activateaccountError/i,
  },
  assign_experiment: { go: (page) => page.goto(server.origin), needsScript: true },
  code_expired: {
    go(page) {
      const yesterday = Date.now() - 24 * 3_600_000;
      const time = signLinkTimestamp(deriveSecrets(SECRET).link, toCanonicalCode('LINK-EXPIRED') ?? '', yesterday);
      return page.goto(`${server.origin}/LINK-EXPIRED?validityTimestamp=${encodeURIComponent(time)}`);
    },
  },
  experiment_viewed: { go: (page) => page.goto(server.origin), needsScript: true },
  form_sent: {
    async go(page) {
      await page.goto(`${server.origin}/press`);
      const form = page.locator('#enquiry-form');
      for (const field of ['name', 'outlet', 'message']) await form.locator(`[name=${field}]`).fill('A fine answer');
      await form.locator('[name=email]').fill(`${randomUUID()}@example.com`);
      await form.locator('[name=topic][value=other]').check();
      await form.locator('[name=privacy]').check();
      await form.locator('button').click();
      await page.locator('#enquiry-form-thanks').waitFor();
    },
  },
  join_waitlist: {
    async go(page) {
      await page.goto(`${server.origin}/EMPTY-0`);
      const address = `${randomUUID()}@example.com`;
      typed.set(page, address);
      await page.locator('form[action$="/do/enter-lobby"] [name=email]').fill(address);
      await press(page, 'enter-lobby').click();
      await press(page, 'join-waiting-list').click();
      await press(page, 'join-waiting-list').waitFor({ state: 'detached' });
    },
  },
  landing_form_registration: { go: (page) => register(page), to: /formfinished/ },
  page_view: { go: (page) => page.goto(`${server.origin}/about-us`), needsScript: true },
  registration_code_no_balance: { go: (page) => page.goto(`${server.origin}/EMPTY-0`) },
  registration_country_changed: {
    async go(page) {
      await page.goto(`${server.origin}/invitation?rc=ANNA-50`);
      const country = page.locator('#join-form-country');
      await country.focus();
      if (await page.evaluate(() => 'vitrine' in window)) await live(page, 'join');
      await country.selectOption('SE');
    },
    needsScript: true,
  },
  submit_code_registration: {
    async go(page) {
      await page.goto(`${server.origin}/code`);
      await page.locator('[name=code]').focus();
      if (await page.evaluate(() => 'vitrine' in window))
        await page.locator('[data-live=""] form[action$="/do/check-code"]').waitFor();
      await page.locator('[name=code]').fill('ANNA-50');
      await press(page, 'check-code').click();
    },
    to: /rc=ANNA-50/,
  },
  subscribe_newsletter: { go: (page) => register(page), to: /formfinished/ },
  successful_user_registration: { go: (page) => register(page), to: /formfinished/ },
  timestamp_missing: { go: (page) => page.goto(`${server.origin}/LINK-STRIPPED`) },
};

/** What each event says beside its moment: of the page on which it happened, wherever it was reported. */
const on = (route: string) => ({ route_name: `${route}___en`, web_view: false });
const sent = { ...on('landings/invitation'), registrationFlow: 'default', registrationCountry: 'SE' };
const hashText = (page: Page) => ({
  user_email_sha256: createHash('sha256')
    .update(typed.get(page) ?? '')
    .digest('hex'),
});
const readVariation = async (page: Page) => {
  const cookies = await page.context().cookies();
  const readValue = (name: string): string =>
    decodeURIComponent(cookies.find((cookie) => cookie.name === name)?.value ?? '');
  const [variation] = readStickyAssignments(readValue('vitrine_arms'));
  return {
    experiment_id: readBucketExperiment(variation?.bucket ?? ''),
    variation_id: variation?.variation,
    acq_anonymous_id: readVisitorId(readValue('vitrine_visitor'))?.id,
  };
};
const expected: Readonly<Record<EventName, (page: Page) => object | Promise<object>>> = {
  account_active: () => sent,
  account_pending: () => sent,
  activation_failed: () => on('pages/registration/activateaccount'),
  activation_not_found: () => on('pages/registration/activateaccount'),
  assign_experiment: readVariation,
  code_expired: () => on('pages/registration/deny'),
  experiment_viewed: readVariation,
  form_sent: () => ({ ...on('pages/press'), registrationFlow: 'default', form: 'press' }),
  join_waitlist: (page) => ({ ...on('pages/lobby'), ...hashText(page) }),
  landing_form_registration: () => sent,
  page_view: () => ({ ...on('pages/about-us'), page_path: '/about-us', page_language: 'en' }),
  registration_code_no_balance: () => on('pages/registration/deny'),
  // Nothing was sent yet: the country before is what the field began with.
  registration_country_changed: () => ({ ...sent, countryBefore: 'DE' }),
  submit_code_registration: () => ({ ...on('landings/code'), registrationFlow: 'default' }),
  subscribe_newsletter: (page) => ({ ...sent, ...hashText(page) }),
  successful_user_registration: (page) => ({ ...sent, newsletter: true, ...hashText(page) }),
  timestamp_missing: () => on('pages/registration/deny'),
};

/** What a visitor typed as the own address. */
const typed = new WeakMap<Page, string>();

async function readEntry(page: Page, name: string): Promise<Readonly<Record<string, unknown>>> {
  const layer = await page.evaluate(
    () => (Reflect.get(window, 'dataLayer') ?? []) as readonly Readonly<Record<string, unknown>>[],
  );
  const { event: _event, ...fields } = layer.find((entry) => entry['event'] === name) ?? {};
  return fields;
}

async function take({ go, to }: Way, page: Page): Promise<void> {
  await go(page);
  if (to !== undefined) await page.waitForURL(to);
}

/** Names in the data layer; those of experiments too. */
const reported = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    ((Reflect.get(window, 'dataLayer') ?? []) as readonly { readonly event?: unknown }[]).flatMap(({ event }) =>
      typeof event === 'string' ? [event] : [],
    ),
  );

/** Names of what waits to be reported. */
async function waiting(page: Page): Promise<readonly string[]> {
  const cookies = await page.context().cookies();
  const value = cookies.find(({ name }) => name === 'vitrine_events')?.value;
  return readPendingEvents(value === undefined ? undefined : decodeURIComponent(value)).map(({ name }) => name);
}

const names = Object.keys(eventRules) as EventName[];
const events = names.map((name) => [name, ways[name]] as const);

test.concurrent.for(events)(
  '%s of a visitor who agreed reaches the data layer once, and each of its fields says what it is to say',
  async ([name, way], { expect }) => {
    await visit(options, async (there) => {
      await answerBefore(there, server.origin, 'all');
      await take(way, there.page);
      await expect.poll(() => reported(there.page)).toContain(name);
      expect((await reported(there.page)).filter((each) => each === name)).toHaveLength(1);
      const { timestamp, ...fields } = await readEntry(there.page, name);
      expect(fields).toEqual(await expected[name](there.page));
      expect(Date.now() - Date.parse(String(timestamp))).toBeLessThan(60_000);
    });
  },
);

test.concurrent.for(pickSample(events, 5))(
  '%s of a visitor who refused is neither sent nor stored',
  async ([, way], { expect }) => {
    await visit(options, async (there) => {
      await answerBefore(there, server.origin, 'none');
      await take(way, there.page);
      await there.page.waitForLoadState('networkidle');
      expect(await reported(there.page)).toEqual([]);
      expect(await waiting(there.page)).toEqual([]);
    });
  },
);

test.concurrent.for(pickSample(events, 4, 1))(
  '%s waits without a script where the server knows of it, and is not known where only a browser could',
  async ([name, way], { expect }) => {
    await visit({ ...options, javaScriptEnabled: false }, async (there) => {
      await answerBefore(there, server.origin, 'all');
      await take(way, there.page);
      expect((await waiting(there.page)).filter((each) => each === name)).toHaveLength(way.needsScript ? 0 : 1);
    });
  },
);
