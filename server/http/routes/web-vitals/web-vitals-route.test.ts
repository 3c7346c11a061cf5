import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResults } from '#server/site/experiments/results/results.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';

const hero = makeExperiment('hero', 'landings/short');
let running: ExperimentServer;

beforeAll(async () => {
  running = await startExperimentServer({
    experiments: [hero],
    landings: [
      { id: 'landings/short', bases: ['landings/default'] },
      { id: 'landings/other', slug: 'other' },
    ],
  });
});
afterAll(() => running.stop());

type Cookies = Readonly<Record<string, string>>;
const own = { 'sec-fetch-site': 'same-origin' };

async function ask(path: string, cookies: Cookies, more: RequestInit = {}) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  return fetch(new URL(path, running.origin), { ...more, headers: { 'user-agent': CHROME, cookie, ...more.headers } });
}

/** The cookies of a new visitor. */
async function visitorWith(cookies: Cookies): Promise<Cookies> {
  const answer = await ask('/de', cookies);
  const given = answer.headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split('='));
  return {
    ...cookies,
    ...Object.fromEntries(given.map(([name = '', value = '']) => [name, decodeURIComponent(value)])),
  };
}

const report = async (cookies: Cookies, query: string, headers: Record<string, string> = own): Promise<number> =>
  (await ask(`/api/paint?${query}`, cookies, { method: 'POST', headers })).status;
const HERE = 'of=landings/default___de&ms=1200';
const pages = async (): Promise<number> =>
  (await readResults(running.backend.ports.database.db, hero, 'sequential')).variations.reduce(
    (sum, { paint }) => sum + (paint?.pages ?? 0),
    0,
  );
const agreed = consentCookies();

test('the time of a page counts for the variation that its visitor has, and results say it', async () => {
  const cookies = await visitorWith(agreed);
  const before = await pages();
  expect(await report(cookies, HERE)).toBe(204);
  await expect.poll(pages).toBe(before + 1);
  const { variations } = await readResults(running.backend.ports.database.db, hero, 'sequential');
  const [shown] = variations.filter(({ paint }) => paint !== null);
  expect(cookies['vitrine_arms']).toContain(`~${shown?.key ?? 'none'}`);
  expect(Math.abs((shown?.paint?.p75 ?? 0) / 1200 - 1)).toBeLessThan(0.05);
});

test('Nothing is stored of visitors without consent to statistics, without a variation, or on a page without an experiment', async () => {
  const before = await pages();
  const cookies = await visitorWith(agreed);
  expect(await report(await visitorWith({}), HERE)).toBe(204);
  expect(await report(agreed, HERE)).toBe(204);
  expect(await report({ ...cookies, vitrine_arms: 'hero__0~forged.1' }, HERE)).toBe(204);
  expect(await report(cookies, HERE, { ...own, 'user-agent': 'curl/8' })).toBe(204);
  for (const document of ['landings/other', 'landings/none', '__proto__'])
    expect(await report(cookies, `of=${document}___de&ms=900`)).toBe(204);
  expect(await report(cookies, 'of=landings/default___de&ms=60001')).toBe(204);
  // Whatever came before is written with this one.
  await report(cookies, HERE);
  await expect.poll(pages).toBe(before + 1);
});

test('what is not a figure is refused, and so are pages of other sites and floods', async () => {
  const cookies = await visitorWith(agreed);
  for (const query of [
    '',
    'of=landings/default___de',
    'of=landings/default___de&ms=-1',
    'of=landings/default___de&ms=1e9',
  ])
    expect(await report(cookies, query)).toBe(400);
  expect(await report(cookies, HERE, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  const before = await pages();
  const statuses = await Promise.all(Array.from({ length: 80 }, () => report(cookies, HERE)));
  expect(statuses).toContain(429);
  // However often it was reported, the visitor saw the page once.
  await expect.poll(pages).toBe(before + 1);
});
