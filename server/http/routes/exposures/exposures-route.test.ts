import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResults } from '#server/site/experiments/results/results.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';

const hero = makeExperiment('hero', 'landings/short', { exposeOn: 'benefits' });
let running: ExperimentServer;

beforeAll(async () => {
  running = await startExperimentServer({
    experiments: [hero],
    landings: [{ id: 'landings/short', bases: ['landings/default'] }],
  });
});
afterAll(() => running.stop());

type Cookies = Readonly<Record<string, string>>;

async function ask(path: string, cookies: Cookies, more: RequestInit = {}) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const response = await fetch(new URL(path, running.origin), {
    ...more,
    headers: { 'user-agent': CHROME, cookie, ...more.headers },
  });
  await response.arrayBuffer();
  const jar = new Map(Object.entries(cookies));
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
    if (line.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, decodeURIComponent(value));
  }
  return { status: response.status, headers: response.headers, cookies: Object.fromEntries(jar) };
}

const SEEN = '/api/seen?of=hero&in=de';
const own = { 'sec-fetch-site': 'same-origin' };
const post = (cookies: Cookies, headers: Record<string, string> = own) =>
  ask(SEEN, cookies, { method: 'POST', headers });
const results = () => readResults(running.backend.ports.database.db, hero, 'sequential');
const counted = async (): Promise<number> =>
  (await results()).variations.reduce((sum, { visitors }) => sum + visitors, 0);

test('a visitor counts once the block was seen, in the language of the page, and results say by what', async () => {
  const before = await counted();
  const page = await ask('/de', {});
  expect(page.cookies['vitrine_arms']).toMatch(/^hero__0\*/);
  const seen = await post(page.cookies);
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([204, 'private, no-store']);
  expect(seen.cookies['vitrine_arms']).toMatch(/^hero__0~/);
  await expect.poll(counted).toBe(before + 1);
  expect((await post(seen.cookies)).headers.getSetCookie()).toEqual([]);
  const other = await ask('/en', {});
  await post(other.cookies);
  await expect.poll(counted).toBe(before + 2);
  const { db } = running.backend.ports.database;
  const rows = await db.selectFrom('phase_exposure_counts').select(['locale', 'visitors']).execute();
  expect(new Set(rows.map(({ locale }) => locale))).toEqual(new Set(['de']));
  expect((await results()).exposeOn).toEqual({ block: 'benefits', bySending: 0 });
});

test('a browser without script counts by the image of its page, and results say how many did', async () => {
  const before = await counted();
  const page = await ask('/de', consentCookies());
  const image = await ask(SEEN, page.cookies, { headers: { ...own, 'sec-fetch-dest': 'image' } });
  expect(image.status).toBe(204);
  await expect.poll(counted).toBe(before + 1);
  expect((await results()).exposeOn).toEqual({ block: 'benefits', bySending: 1 });
  const { db } = running.backend.ports.database;
  const rows = await db.selectFrom('phase_exposures').select('attributes').execute();
  expect(rows.map(({ attributes }) => JSON.parse(attributes))).toMatchObject([{ shown: 'page', consent: 'given' }]);
});

test('Requests of other sites, programs and unknown visitors are not counted', async () => {
  const before = await counted();
  const page = await ask('/de', {});
  expect((await post(page.cookies, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await ask(SEEN, page.cookies, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect((await post(page.cookies, { ...own, 'user-agent': 'curl/8' })).headers.getSetCookie()).toEqual([]);
  expect((await post({})).headers.getSetCookie()).toEqual([]);
  expect((await ask('/api/seen', page.cookies, { method: 'POST', headers: own })).headers.getSetCookie()).toEqual([]);
  // Whatever came before is written with this one.
  await post(page.cookies);
  await expect.poll(counted).toBe(before + 1);
});

test('While the experiment is stopped no visitor is counted, and queued exposures stay queued', async () => {
  const before = await counted();
  const page = await ask('/de', {});
  const { switchExperiment } = running.backend;
  await switchExperiment({ experiment: 'hero', stops: true, actor: 'test' });
  await expect.poll(async () => (await ask('/de', {})).cookies['vitrine_arms']).toBeUndefined();
  expect((await post(page.cookies)).headers.getSetCookie()).toEqual([]);
  await switchExperiment({ experiment: 'hero', stops: false, actor: 'test' });
  await expect.poll(async () => (await post(page.cookies)).headers.getSetCookie()).not.toEqual([]);
  await expect.poll(counted).toBe(before + 1);
});
