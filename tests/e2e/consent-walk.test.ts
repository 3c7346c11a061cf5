import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type BrowserServer, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type ConsentPurpose, consentPurposes } from '#engine/shared/consent.ts';
import { getEventRule } from '#engine/shared/check-event.ts';
import { TAG_MANAGER_ORIGIN } from '#engine/shared/tag-manager.ts';
import { tick } from '#tests/helpers/browser.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { inTurn, openPages, pickSample } from '#tests/helpers/documents.ts';
import { everything } from '#tests/helpers/everything.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';
import { storedItems } from '#tests/helpers/stored-items.ts';
import { handOn, makeCertificate, startTls, type TlsServer } from '#tests/helpers/tls.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';

const TAG_HOST = new URL(TAG_MANAGER_ORIGIN).hostname;

/** Does what the tag manager's own script does: a script, an image, a beacon and a frame of its own, and an image for each entry that it gets. */
const CONTAINER = `
const policy = trustedTypes.createPolicy('goog#html', { createHTML: (x) => x, createScriptURL: (x) => x });
const script = document.createElement('script');
script.src = policy.createScriptURL('${TAG_MANAGER_ORIGIN}/gtag/js?id=G-1');
document.head.append(script);
navigator.sendBeacon('${TAG_MANAGER_ORIGIN}/collect', 'x');
const frame = document.createElement('iframe');
frame.src = '${TAG_MANAGER_ORIGIN}/ns.html';
frame.hidden = true;
document.body.append(frame);
const tell = (entry) => { new Image().src = '${TAG_MANAGER_ORIGIN}/told?entry=' + encodeURIComponent(JSON.stringify(entry)); };
const { push } = window.dataLayer;
window.dataLayer.forEach(tell);
window.dataLayer.push = (...entries) => { entries.forEach(tell); return push.apply(window.dataLayer, entries); };
`;

/** As vendors write theirs: it requests no consent here, is ready a moment after it was loaded, and announces itself more than once. */
const VENDOR = `
setTimeout(() => {
  const kept = () => /(?:^|; )vitrine_consent=([^.;]*)/.exec(document.cookie)?.[1];
  window.cmp = { isInitialized: () => kept() !== undefined, granted: (purpose) => (kept() ?? '').split('-').includes(purpose) };
  for (let times = 0; times < 2; times += 1) window.dispatchEvent(new Event('cmpStatusUpdate'));
}, 20);
`;

const ANSWERS = {
  'no answer': { choice: null, granted: [] },
  everything: { choice: [['choice', 'all']], granted: consentPurposes },
  'statistics alone': {
    choice: [
      ['choice', 'some'],
      ['purpose', 'statistics'],
    ],
    granted: ['statistics'],
  },
  nothing: { choice: [['choice', 'none']], granted: [] },
  'everything under Global Privacy Control': { choice: [['choice', 'all']], granted: ['statistics'], gpc: true },
} as const satisfies Record<
  string,
  {
    readonly choice: readonly (readonly [string, string])[] | null;
    readonly granted: readonly ConsentPurpose[];
    readonly gpc?: boolean;
  }
>;

let site: HostedServer;
let proxy: TlsServer;
let tags: TlsServer;
let chrome: BrowserServer;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const certificate = makeCertificate(['127.0.0.1', TAG_HOST]);
  proxy = await startTls(certificate, (request, response) => {
    if (request.url?.startsWith('/entrance/cmp/js/cmp_min.js') !== true) return handOn(request, response, site.origin);
    return response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(VENDOR);
  });
  tags = await startTls(certificate, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', TAG_MANAGER_ORIGIN);
    const [type, body] = bodies[pathname] ?? [null, ''];
    request.resume();
    if (type === null) return response.writeHead(204).end();
    return response.writeHead(200, { 'content-type': type }).end(body);
  });
  origin = `https://127.0.0.1:${proxy.port}`;
  const PORT = await freePort();
  [site, chrome] = await Promise.all([
    startHostedServer({
      PORT,
      PUBLIC_ORIGIN: origin,
      GTM_CONTAINER_ID: 'GTM-ABC123',
      SECRET: 'a secret of tests that is long enough',
    }),
    // The one host that pages may name leads to this machine.
    launchBrowser([
      `--host-resolver-rules=MAP ${TAG_HOST} 127.0.0.1:${tags.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ]),
  ]);
  browser = await chromium.connect(chrome.wsEndpoint());
});
afterAll(async () => {
  await browser?.close();
  await chrome?.close();
  await site?.stop();
  for (const server of [proxy, tags]) server?.stop();
});

const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/gtm.js': ['text/javascript', CONTAINER],
  '/gtag/js': ['text/javascript', ''],
  '/ns.html': ['text/html', '<title>frame</title>'],
};

async function freePort(): Promise<string> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return String(port);
}

/** Everything that a walk saw of requests and storage, to be held against the registry. */
interface Walk {
  readonly requests: Set<string>;
  /** What the tag manager got, entry by entry. */
  readonly events: Readonly<Record<string, unknown>>[];
  /** `<kind> <name>` of everything that was written, however short it stayed. */
  readonly written: Set<string>;
  /** Cookies that outlive the session. */
  readonly lasting: Set<string>;
  readonly problems: string[];
}

/** Whatever a page says of the addresses that its own tests cause: a page that is not found, a code that is refused. */
const OWN_STATUS = /the server responded with a status of [45]\d\d/;

async function watch(context: BrowserContext, page: Page): Promise<Walk> {
  const walk: Walk = { requests: new Set(), events: [], written: new Set(), lasting: new Set(), problems: [] };
  context.on('request', (request) => {
    const { origin: asked, pathname, searchParams } = new URL(request.url());
    walk.requests.add(asked === origin ? pathname : `${asked}${pathname}`);
    if (pathname === '/told') walk.events.push(JSON.parse(searchParams.get('entry') ?? 'null'));
  });
  context.on('response', async (response) => {
    const set = (await response.headersArray()).filter(({ name }) => name.toLowerCase() === 'set-cookie');
    for (const { value } of set) walk.written.add(`cookie ${value.split('=', 1)[0]}`);
  });
  page.on('console', (message) => {
    if (!OWN_STATUS.test(message.text())) walk.problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => walk.problems.push(`${page.url()}: ${error.message}`));
  const inspector = await context.newCDPSession(page);
  const note = (event: { storageId: { isLocalStorage: boolean }; key: string }): void =>
    void walk.written.add(`${event.storageId.isLocalStorage ? 'localStorage' : 'sessionStorage'} ${event.key}`);
  inspector.on('DOMStorage.domStorageItemAdded', note);
  inspector.on('DOMStorage.domStorageItemUpdated', note);
  await inspector.send('DOMStorage.enable');
  return walk;
}

/** What a page leaves behind beside what was seen while it was written. */
async function lookAround(context: BrowserContext, page: Page, walk: Walk): Promise<void> {
  for (const { name, expires } of await context.cookies()) {
    walk.written.add(`cookie ${name}`);
    if (expires !== -1) walk.lasting.add(name);
  }
  const other = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((name) => `localStorage ${name}`),
    ...Object.keys(sessionStorage).map((name) => `sessionStorage ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `worker ${scope}`),
  ]);
  for (const written of other) walk.written.add(written);
}

/** What a visitor does on a page: types, and comes near a link. */
async function touch(page: Page): Promise<void> {
  const field = page.locator('main input[type=email]:visible, main input[name=code]:visible').first();
  if ((await field.count()) > 0) await field.fill('ANNA-50');
  await page.locator('h1').first().hover();
}

/** To the page behind a guard that waits for the activation. */
async function register(page: Page): Promise<void> {
  await page.goto(`${origin}/invitation?rc=ANNA-50`);
  const form = page.locator('form[action$="/do/register"]');
  await tick(form.locator('[name=gender]').first());
  await form.locator('[name=firstName]').fill('Zoë');
  await form.locator('[name=lastName]').fill('Lind');
  await form.locator('[name=email]').fill(`${randomUUID()}@example.com`);
  await form.locator('[name=country]').selectOption('SE');
  await tick(form.locator('[name=terms]'));
  await form.locator('button[type=submit]').click();
  await page.waitForURL('**/registration/formfinished');
  await page.waitForLoadState('networkidle');
}

/** A name without what browsers want in front of it over https. */
const plain = (written: string): string => written.replace(/ __(?:Host|Secure)-/, ' ');

const registry = new Map(storedItems.map((item) => [`${item.kind} ${item.name}`, item]));

/** In what a walk differs from the registry, and from what the visitor agreed to. */
function differences(walk: Walk, granted: readonly ConsentPurpose[]): string[] {
  const unlisted = [...walk.written].filter((written) => !registry.has(plain(written)));
  const tooLong = [...walk.lasting].filter((name) => {
    const consent = registry.get(plain(`cookie ${name}`))?.consent ?? 'necessary';
    return consent !== 'necessary' && !granted.includes(consent);
  });
  const isFree = granted.length > 0;
  const foreign = [...walk.requests].filter((request) => !request.startsWith('/'));
  const strangers = foreign.filter((request) => !isFree || !request.startsWith(`${TAG_MANAGER_ORIGIN}/`));
  const early = [...walk.requests].filter((path) => !isFree && path.startsWith('/entrance/cmp/'));
  const refused = walk.events.flatMap((entry) => {
    const rule = getEventRule(String(entry['event']));
    if (rule === undefined) return [];
    const fields = Object.keys(entry).filter((field) => {
      const purpose = rule.fields[field]?.purpose;
      return purpose !== undefined && !granted.includes(purpose);
    });
    const name = String(entry['event']);
    return [...(granted.includes(rule.purpose) ? [] : [name]), ...fields.map((field) => `${name}.${field}`)];
  });
  return [
    ...unlisted.map((written) => `not in the registry: ${written}`),
    ...tooLong.map((name) => `outlives the session without consent: ${name}`),
    ...strangers.map((request) => `asked without consent: ${request}`),
    ...early.map((path) => `loaded before an answer: ${path}`),
    ...refused.map((what) => `reported without consent: ${what}`),
    ...walk.problems,
  ];
}

/** Pages of forms. */
const FORMS = ['/invitation', '/code'];

/** By turns; `npm run prove -- consent-walk` sees every document with every answer. */
const pagesFor = (turn: number): string[] => {
  const own = openPages()
    .filter((one, index) => everything || (inTurn(one) && index % (3 * answers.length) === turn))
    .map(({ path }) => path);
  return [...own, '/EMPTY-0', ...pickSample(FORMS, FORMS.length, turn % FORMS.length)];
};
const answers = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

test.concurrent.for(answers)(
  'with %s, what leaves the pages and what they keep is what the registry says: 0 differences',
  { timeout: everything ? 3_600_000 : 120_000 },
  async (answer, { expect }) => {
    const { choice, granted, ...more }: (typeof ANSWERS)[typeof answer] = ANSWERS[answer];
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      userAgent: CHROME,
      locale: 'en',
      ...('gpc' in more && { extraHTTPHeaders: { 'Sec-GPC': '1' } }),
    });
    try {
      const page = await context.newPage();
      const walk = await watch(context, page);
      if (choice !== null) {
        const answered = await context.request.post(`${origin}/do/consent`, {
          headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/` },
          form: Object.fromEntries(choice),
        });
        expect(answered.ok()).toBe(true);
      }
      for (const path of pagesFor(answers.indexOf(answer))) {
        await page.goto(origin + path, { waitUntil: 'networkidle' });
        await touch(page);
        await lookAround(context, page, walk);
      }
      await register(page);
      await lookAround(context, page, walk);
      // One more page, so that what the one before kept when it went is seen.
      await page.goto(`${origin}/about-us`, { waitUntil: 'networkidle' });
      await lookAround(context, page, walk);
      expect(differences(walk, granted)).toEqual([]);

      // The walk sees what there is: the same look would have found it.
      expect([...walk.written]).toEqual(
        expect.arrayContaining(['sessionStorage vitrine_form', 'cookie __Host-session']),
      );
      const events = walk.events.map(({ event }) => event);
      if (granted.length === 0) {
        expect(walk.events).toEqual([]);
        return;
      }
      expect([...walk.requests].filter((request) => !request.startsWith('/')).toSorted()).toEqual(
        ['/collect', '/gtag/js', '/gtm.js', '/ns.html', '/told'].map((path) => TAG_MANAGER_ORIGIN + path),
      );
      expect([...walk.requests]).toContain('/entrance/cmp/js/cmp_min.js');
      const known = ['page_view', 'registration_code_no_balance', 'successful_user_registration'];
      expect(events).toEqual(expect.arrayContaining(known));
      const hashes = walk.events.filter((entry) => 'user_email_sha256' in entry);
      expect(hashes.length > 0).toBe(granted.some((purpose) => purpose === 'marketing'));
    } finally {
      await context.close();
    }
  },
);
