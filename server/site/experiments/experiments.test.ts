import { GrowthBook } from '@growthbook/growthbook';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStickyAssignments, readVisitorId } from '#engine/shared/experiment-cookies.ts';
import { explainDecision } from '#engine/decide/explain-decision.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { visitorCookies } from '#tests/helpers/visitor-cookies.ts';

const hero = makeExperiment('hero', 'landings/short');
const broken = makeExperiment('broken', 'landings/broken', { document: 'landings/other' });

let running: ExperimentServer;

beforeAll(async () => {
  running = await startExperimentServer({
    experiments: [broken, hero],
    landings: [
      { id: 'landings/short', bases: ['landings/default'] },
      { id: 'landings/other', slug: 'other' },
      { id: 'landings/broken', bases: ['landings/other'] },
    ],
    broken: 'landings/broken',
  });
});

afterAll(() => running.stop());

interface Answer {
  readonly status: number;
  readonly document: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

async function get(
  path: string,
  cookies: Readonly<Record<string, string>> = {},
  more: RequestInit = {},
): Promise<Answer> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const response = await fetch(new URL(path, running.origin), {
    redirect: 'manual',
    ...more,
    headers: { 'user-agent': CHROME, ...(cookie !== '' && { cookie }), ...more.headers },
  });
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0]?.split('=') ?? []);
  const body = await response.text();
  return {
    status: response.status,
    document: /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? '',
    cookies: Object.fromEntries(set.map(([name = '', value = '']) => [name, decodeURIComponent(value)])),
    headers: response.headers,
  };
}

test('The first byte is the variation, the next page shows the same, and shared caches may not store it', async () => {
  const seen = new Set<string>();
  for (let i = 0; i < 24; i += 1) {
    const first = await get('/en');
    seen.add(first.document);
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    const second = await get('/en', first.cookies);
    expect(second).toMatchObject({ document: first.document, cookies: {} });
  }
  expect([...seen].toSorted()).toEqual(['landings/default', 'landings/short']);
});

test('visitors are counted once, before consent without any id; consent stores the row, withdrawal erases it', async () => {
  const { db } = running.backend.ports.database;
  const counted = async (): Promise<number> => {
    const rows = await db
      .selectFrom('phase_exposure_counts')
      .select('visitors')
      .where('experiment', '=', 'hero')
      .execute();
    return rows.reduce((sum, { visitors }) => sum + visitors, 0);
  };
  const settled = async (): Promise<number> => {
    let last = -1;
    await expect
      .poll(async () => (last === (last = await counted()) ? 'still' : 'moving'), { interval: 300 })
      .toBe('still');
    return last;
  };
  const before = await settled();
  const first = await get('/en');
  await get('/en', first.cookies);
  expect((await settled()) - before).toBe(1);
  const id = readVisitorId(first.cookies['vitrine_visitor'])?.id ?? '';
  const stored = () => db.selectFrom('phase_exposures').selectAll().where('anonymous_id', '=', id).execute();
  expect(await stored()).toEqual([]);

  const agreed = await get('/en', { ...first.cookies, ...consentCookies() });
  expect(agreed.document).toBe(first.document);
  await expect.poll(stored).toHaveLength(1);
  expect((await settled()) - before).toBe(1);

  const gone = await get('/en', { ...agreed.cookies, ...consentCookies([]) });
  await expect.poll(stored).toHaveLength(0);
  expect(readVisitorId(gone.cookies['vitrine_visitor'])).toMatchObject({ lasting: false });
});

test('an answer about statistics holds at once: variations of the session are stored with their time, or erased', async () => {
  const { db } = running.backend.ports.database;
  const answer = async (choice: string, cookies: Readonly<Record<string, string>>): Promise<Answer> =>
    get('/de/do/consent', cookies, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        referer: 'http://localhost/de',
      },
      body: `choice=${choice}`,
    });
  const first = await get('/de');
  const id = readVisitorId(first.cookies['vitrine_visitor'])?.id ?? '';
  const stored = () => db.selectFrom('phase_exposures').selectAll().where('anonymous_id', '=', id).execute();
  const agreed = await answer('all', first.cookies);
  expect(agreed.status).toBe(303);
  await expect.poll(stored).toHaveLength(1);
  const [given] = readStickyAssignments(first.cookies['vitrine_arms']);
  expect((await stored())[0]?.evaluated_at).toBe(new Date(given?.at ?? 0).toISOString());
  expect(await get('/de', agreed.cookies)).toMatchObject({ document: first.document, cookies: {} });

  const refused = await answer('none', agreed.cookies);
  expect(refused.cookies).toMatchObject({ vitrine_visitor: '', vitrine_arms: '' });
  await expect.poll(stored).toHaveLength(0);
});

test('A stopped experiment assigns no variation and counts no visitor, until it resumes with the same variations', async () => {
  const turn = (stops: boolean) =>
    running.backend.switchExperiment({ experiment: 'hero', stops, actor: 'command-line' });
  const people: Answer[] = [];
  while (people.every(({ document }) => document !== 'landings/short')) people.push(await get('/en'));
  const tester = people.at(-1);
  const shown = async () => (await get('/en', tester?.cookies)).document;
  await turn(true);
  await expect.poll(shown).toBe('landings/default');
  expect(await get('/en')).toMatchObject({ document: 'landings/default', cookies: {} });
  // Anyone who looks at it by a link still may.
  expect((await get('/en?hero=1')).document).toBe('landings/short');
  await turn(false);
  await expect.poll(shown).toBe('landings/short');
});

test('forced variations are shown to anyone who asks, uncached, uncounted and without a cookie', async () => {
  const forced = await get('/en?hero=1', {}, { headers: { 'user-agent': 'curl/8' } });
  expect(forced).toMatchObject({ document: 'landings/short', cookies: {} });
  expect(forced.headers.get('cache-control')).toBe('private, no-store');
  expect(forced.headers.get('x-robots-tag')).toBe('noindex');
  expect((await get('/en?hero=0')).document).toBe('landings/default');
});

test('a variation that cannot be rendered is never the visitor’s trouble: the base is sent', async () => {
  for (let i = 0; i < 8; i += 1) {
    const answer = await get('/en/other');
    expect(answer).toMatchObject({ status: 200, document: 'landings/other' });
  }
});

test('what an explanation says is what was sent, for any visitor', async () => {
  const experiments = { flags: new Flags(buildPayload([broken, hero], Date.now())), unready: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        path: fc.constantFrom('/en', '/de', '/en?hero=1', '/de?hero=0', '/en?disablegb=true', '/en?hero=9'),
        visitor: fc.nat(300).map(visitorId),
        program: fc.boolean(),
        assignments: fc.constantFrom('', 'hero__0~test~1', 'hero__0~control~1'),
      }),
      async ({ path, visitor, program, assignments }) => {
        const cookies = { vitrine_visitor: visitor, ...(assignments !== '' && { vitrine_arms: assignments }) };
        const brought = visitorCookies({ id: visitor }, assignments);
        const userAgent = program ? 'Googlebot/2.1' : CHROME;
        const sent = await get(path, brought, { headers: { 'user-agent': userAgent } });
        const facts = makeFacts({ url: path, cookies, userAgent, experiments, newVisitorId: visitorId(1) });
        const { decision } = explainDecision(facts, running.site);
        if (decision.kind !== 'page') throw new Error('Every one of these is a page.');
        expect(sent.document).toBe(decision.variations[0] ?? decision.document);
        expect(Object.keys(sent.cookies).toSorted()).toEqual(decision.cookies.map(({ name }) => name).toSorted());
      },
    ),
    { numRuns: 200 },
  );
});

test('GrowthBook’s own SDK reads its features here and decides as the page was decided', async () => {
  const first = await get('/en');
  const id = readVisitorId(first.cookies['vitrine_visitor'])?.id ?? '';
  const browser = new GrowthBook({
    apiHost: running.origin,
    clientKey: 'sdk-local',
    attributes: { acqAnonymousId: id, locale: 'en' },
  });
  const { success } = await browser.init({ timeout: 5_000, skipCache: true });
  expect(success).toBe(true);
  expect(browser.getFeatureValue(hero.feature, '')).toBe(first.document);

  const remote = new GrowthBook({
    apiHost: running.origin,
    clientKey: 'sdk-local',
    attributes: { acqAnonymousId: id, locale: 'en' },
    remoteEval: true,
  });
  await remote.init({ timeout: 5_000, skipCache: true });
  expect(remote.getFeatureValue(hero.feature, '')).toBe(first.document);
  browser.destroy();
  remote.destroy();
});

test('where browsers are to ask, they get answers and no rules, and hear of a change without them', async () => {
  const asked = await startExperimentServer({
    experiments: [hero],
    landings: [{ id: 'landings/short', bases: ['landings/default'] }],
    env: { GROWTHBOOK_REMOTE_EVAL: 'true' },
  });
  try {
    const answer = await fetch(new URL('/api/features/sdk-local', asked.origin));
    expect([answer.status, await answer.text()]).toEqual([403, expect.not.stringContaining('landings/short')]);
    const browser = new GrowthBook({
      apiHost: asked.origin,
      clientKey: 'sdk-local',
      attributes: { acqAnonymousId: visitorId(1), locale: 'en' },
      remoteEval: true,
    });
    expect(await browser.init({ timeout: 5_000, skipCache: true })).toMatchObject({ success: true });
    expect(['landings/default', 'landings/short']).toContain(browser.getFeatureValue(hero.feature, ''));
    browser.destroy();
    const stop = new AbortController();
    const stream = await fetch(new URL('/sub/sdk-local', asked.origin), { signal: stop.signal });
    const first = await stream.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('id: 1\nevent: features-updated\nretry: 10000\ndata: \n\n');
    stop.abort();
  } finally {
    await asked.stop();
  }
});

test('evaluations that make no sense and unknown keys are refused', async () => {
  const post = (key: string, body: string): Promise<Response> =>
    fetch(new URL(`/api/eval/${key}`, running.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  expect((await post('sdk-local', '[]')).status).toBe(400);
  expect((await post('sdk-local', '{"forcedFeatures":[["a"]]}')).status).toBe(400);
  expect((await post('sdk-other', '{}')).status).toBe(404);
  expect((await fetch(new URL('/api/features/sdk-other', running.origin))).status).toBe(404);
});
