import { createHash, randomBytes } from 'node:crypto';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { tick, visit, type Visit } from '#tests/helpers/browser.ts';
import { answerBefore, type Entry, eventNames } from '#tests/helpers/data-layer.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

let server: RunningServer;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  const mails = { SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' };
  server = await startServer({ env: { GTM_CONTAINER_ID: 'GTM-ABC123', LOG_LEVEL: 'trace', ...mails } });
});

afterAll(async () => {
  await server.stop();
  await mail.close();
});

const HOST = 'https://www.googletagmanager.com';
const options = { userAgent: CHROME, locale: 'en', foreignHosts: [HOST] } as const;
/** The browser says what it refuses the container. */
const refusing = { ...options, expectedMessages: /Content Security Policy|Trusted ?(?:Type|Script)|evaluat/i } as const;

/** Does what the tag manager's own script does: it makes its policy, loads a script, sends a beacon, shows an image and a frame. */
const CONTAINER = `
const policy = trustedTypes.createPolicy('goog#html', { createHTML: (x) => x, createScriptURL: (x) => x, createScript: (x) => x });
const script = document.createElement('script');
script.src = policy.createScriptURL('${HOST}/gtag/js?id=G-1');
document.head.append(script);
new Image().src = '${HOST}/pixel.gif?id=1';
navigator.sendBeacon('${HOST}/collect', 'x');
const frame = document.createElement('iframe');
frame.src = '${HOST}/ns.html';
document.body.append(frame);
window.refused = [];
try { const inline = document.createElement('script'); inline.text = policy.createScript('window.inlineRan = true'); document.head.append(inline); } catch (e) { window.refused.push('inline'); }
try { eval('1'); } catch (e) { window.refused.push('eval'); }
window.containerRan = window.dataLayer.map((entry) => entry.event ?? entry[1] ?? Object.keys(entry)[0]);
`;

/** Hands on everything that the data layer gets, as tags do: each entry in an address of its own. */
const RECORDING = `
const tell = (entry) => { new Image().src = '${HOST}/pixel.gif?told=' + encodeURIComponent(JSON.stringify(entry)); };
const { push } = window.dataLayer;
window.dataLayer.forEach(tell);
window.dataLayer.push = (...entries) => { entries.forEach(tell); return push.apply(window.dataLayer, entries); };
`;

/** Answers for the tag manager's host, as far as the page's policy lets anything reach it. */
async function asTagManager({ page }: Visit, container = CONTAINER): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${HOST}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    if (pathname === '/gtm.js') return route.fulfill({ contentType: 'text/javascript', body: container });
    if (pathname === '/gtag/js') return route.fulfill({ contentType: 'text/javascript', body: 'window.tagRan = true' });
    if (pathname === '/ns.html') return route.fulfill({ contentType: 'text/html', body: '<title>frame</title>' });
    return route.fulfill({ status: 204, body: '' });
  });
  return asked;
}

const global = ({ page }: Visit, name: string) => page.evaluate((key) => Reflect.get(window, key) as unknown, name);

test('it is loaded after consent only, learns of the consent first, and does what its policy allows', async ({
  expect,
}) => {
  await visit(
    { ...options, expectedMessages: /Content Security Policy|Trusted ?(?:Type|Script)|evaluat/i },
    async (there) => {
      const asked = await asTagManager(there);
      await answerBefore(there, server.origin, 'all');
      await there.page.goto(`${server.origin}/about-us`);
      await expect.poll(() => global(there, 'tagRan')).toBe(true);
      await expect.poll(() => asked.toSorted()).toEqual(['/collect', '/gtag/js', '/gtm.js', '/ns.html', '/pixel.gif']);
      expect(await global(there, 'refused')).toContain('eval');
      expect(await global(there, 'inlineRan')).toBeUndefined();
      // Signals, then the record, then the container; events follow.
      const before = (await global(there, 'containerRan')) as readonly string[];
      expect(before.slice(0, 5)).toEqual(['default', 'update', 'applicationBrand', 'gtm.blocklist', 'gtm.js']);
      const layer = (await global(there, 'dataLayer')) as readonly Entry[];
      const record = layer.find((entry) => 'applicationCode' in entry);
      expect(record).toMatchObject({
        applicationCode: 'HTML',
        cmpReadOnly: false,
        cmpHideOnStartup: 'false',
        applicationEnvironment: 'WEB_browser',
        userConnexionStatus: 'Unidentified customer',
        optInTrackingConsent: true,
      });
      expect(String(record?.['cmpScriptUrl'])).toMatch(/^\/entrance\/cmp\/js\/cmp_min\.js\?cb=\d{10}$/);
    },
  );
});

test('no page contacts or names the host before consent and after a refusal', async ({ expect }) => {
  for (const choice of [null, 'none'] as const) {
    await visit(options, async (there) => {
      const asked = await asTagManager(there);
      if (choice !== null) await answerBefore(there, server.origin, choice);
      const answer = await there.page.goto(`${server.origin}/invitation`, { waitUntil: 'networkidle' });
      expect(answer?.headers()['content-security-policy']).not.toContain('google');
      expect(await answer?.text()).not.toContain('GTM-');
      expect(asked).toEqual([]);
    });
  }
});

test('an answer on the page brings it by loading the page once, and nothing typed is lost for it', async ({
  expect,
}) => {
  await visit(refusing, async (there) => {
    const { page } = there;
    const asked = await asTagManager(there);
    await page.goto(`${server.origin}/invitation`);
    await page.locator('#join-form-email').focus();
    await page.locator('form[data-consent] button[value=all]').click();
    await expect.poll(() => asked).toContain('/gtm.js');
  });
  await visit(refusing, async (there) => {
    const { page } = there;
    const asked = await asTagManager(there);
    await page.goto(`${server.origin}/invitation`);
    await page.locator('#join-form-email').fill('anne@example.com');
    await page.locator('form[data-consent] button[value=all]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    expect(await page.locator('#join-form-email').inputValue()).toBe('anne@example.com');
    expect(asked).toEqual([]);
    await page.goto(`${server.origin}/about-us`);
    await expect.poll(() => asked).toContain('/gtm.js');
  });
});

test('a tag manager that is blocked changes nothing', async ({ expect }) => {
  await visit({ ...options, expectedMessages: /Failed to load resource/ }, async (there) => {
    await there.page.route(`${HOST}/**`, (route) => route.abort());
    await answerBefore(there, server.origin, 'all');
    await there.page.goto(`${server.origin}/about-us`);
    await expect
      .poll(async () => ((await global(there, 'dataLayer')) as readonly Entry[] | undefined)?.map(({ event }) => event))
      .toContain('page_view');
    expect(await there.page.locator('h1').first().isVisible()).toBe(true);
  });
});

/** Everything of a request that says something: addresses and headers, also what is coded in them; the body only where a tag gets it. */
async function saidBy(request: Request, own: string): Promise<string> {
  const { origin, hostname } = new URL(request.url());
  const isForm = origin === own && request.method() === 'POST';
  const said = [request.url(), JSON.stringify(await request.allHeaders()), isForm ? '' : (request.postData() ?? '')];
  const coded = said.join(' ').match(/[\w-]{16,}/g) ?? [];
  return [hostname, ...said, ...said.map(decoded), ...coded.map((text) => Buffer.from(text, 'base64').toString())].join(
    '\n',
  );
}

function decoded(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (sign) => String.fromCharCode(Number.parseInt(sign.slice(1), 16)));
}

test('address and name of a visitor are nowhere in plain from the code to the voucher: not in the data layer, requests, addresses, referrers, storage or logs', async ({
  expect,
}) => {
  // A name has no digits.
  const mark = [...randomBytes(10)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
  const address = `Canary.${mark}@example.com`;
  const visitor = new RegExp(`canary.${mark}|Zelinda${mark}|Vonkanari${mark}`, 'i');
  const [pages, entries]: [string[], string[]] = [[], []];
  await visit(refusing, async (there) => {
    const { page, requests } = there;
    await asTagManager(there, RECORDING);
    page.on('framenavigated', (frame) => pages.push(frame.url()));
    // The page before may still be in the data layer, and with it a page view: each look waits for what only its own page reports.
    const look = async (event: string): Promise<void> => {
      await expect.poll(async () => eventNames(page)).toContain(event);
      const readStored = () =>
        JSON.stringify([
          document.title,
          document.referrer,
          document.cookie,
          { ...localStorage },
          { ...sessionStorage },
        ]);
      entries.push(JSON.stringify(await global(there, 'dataLayer')), decoded(await page.evaluate(readStored)));
    };
    await answerBefore(there, server.origin, 'all');
    await page.goto(`${server.origin}/code`);
    await page.locator('[name=code]').fill('ANNA-50');
    await page.locator('form[action$="/do/check-code"] button').click();
    await page.waitForURL(/rc=ANNA-50/);
    const form = page.locator('form[action$="/do/register"]');
    await tick(form.locator('[name=gender]').first());
    await form.locator('[name=firstName]').fill(`Zelinda${mark}`);
    await form.locator('[name=lastName]').fill(`Vonkanari${mark}`);
    await form.locator('[name=email]').fill(address);
    await form.locator('[name=country]').selectOption('SE');
    await tick(form.locator('[name=newsletter]'));
    await tick(form.locator('[name=terms]'));
    await form.locator('button[type=submit]').click();
    await page.waitForURL('**/registration/formfinished');
    await look('successful_user_registration');
    await page.goto(await mail.linkTo(address));
    await page.locator('form[action$="/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/registration/gift-voucher');
    await look('page_view');
    const hash = createHash('sha256').update(address.toLowerCase()).digest('hex');
    const said = await Promise.all(requests.map((request) => saidBy(request, server.origin)));
    // The same look finds what is there: the hash in the data layer and on its way to the tags, the forms in the log.
    expect(entries.join()).toContain(hash);
    expect(said.filter((text) => text.startsWith('www.googletagmanager.com') && text.includes(hash))).not.toEqual([]);
    expect(server.output()).toContain('"useCase":"register","outcome":"done"');
    expect(said.filter((text) => visitor.test(text))).toEqual([]);
    expect([...pages, ...pages.map(decoded)].filter((text) => visitor.test(text))).toEqual([]);
    expect(entries.filter((text) => visitor.test(text))).toEqual([]);
    expect(decoded(server.output()).match(visitor)).toBeNull();
  });
});
