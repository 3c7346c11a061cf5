import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';

const options = {
  experiments: [makeExperiment('hero', 'landings/short')],
  landings: [{ id: 'landings/short', bases: ['landings/default'] }],
};
const strict = {
  VITRINE_MODE: 'production',
  MAIL: 'none',
  PUBLIC_ORIGIN: 'https://www.example.com',
  SECRET: 'a secret of tests that is long enough to be one',
};

const UNDEBUGGED = ['/en', '/en?debugger=1', '/en?a=debug'];

let demo: ExperimentServer;
let live: ExperimentServer;

beforeAll(async () => {
  demo = await startExperimentServer(options);
  live = await startExperimentServer({ ...options, env: strict });
});

afterAll(async () => {
  await demo.stop();
  await live.stop();
});

const get = (site: ExperimentServer, path: string, cookie = ''): Promise<Response> =>
  fetch(`${site.origin}${path}`, { headers: { 'user-agent': CHROME, ...(cookie !== '' && { cookie }) } });

test('In demo mode a page says why it was sent, names each variation by a link, and is not cached', async () => {
  const response = await get(demo, '/en?debug=open&utm_source=a');
  const page = await response.text();
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(page).toContain('<vitrine-debug');
  expect(page).toContain('href="/en?utm_source=a&amp;hero=0&amp;debug=open"');
  expect(page).toContain('href="/en?utm_source=a&amp;hero=1&amp;debug=open"');
  expect(page).toContain('The path "/" is the landing "landings/default".');
  // Its list of events is the one thing that needs a script.
  expect(page.match(/<script[^>]*>|style=/g)).toEqual(['<script type="module" src="/entrance/event-view.js">']);
});

test('A page without debugging has nothing of the bar', async () => {
  for (const path of UNDEBUGGED) expect(await (await get(demo, path)).text()).not.toContain('vitrine-debug');
});

test('what the bar says is what was sent, and such a visit counts for nothing', async () => {
  const { db } = demo.backend.ports.database;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        path: fc.constantFrom('/en', '/de', '/en?hero=1', '/de?hero=0', '/en?disablegb=true', '/en/nowhere'),
        visitor: fc.option(fc.nat(300).map(visitorId)),
        assignments: fc.constantFrom('', 'hero__0~test~1', 'hero__0~control~1'),
      }),
      async ({ path, visitor, assignments: allVariations }) => {
        const cookie = visitor === null ? '' : `vitrine_visitor=${visitor}; vitrine_arms=${allVariations}`;
        const response = await get(demo, `${path}${path.includes('?') ? '&' : '?'}debug`, cookie);
        const page = await response.text();
        const heading = /<h1>(.*?)<\/h1>/.exec(page)?.[1];
        const [, name, shown] =
          /Document<\/i> <b>(.*?)<\/b>(?:<\/span><span><i>Variant<\/i> <b>(.*?)<\/b>)?/.exec(page) ?? [];
        expect(shown ?? name).toBe(heading);
        expect(page).toContain(`<dd>${response.status}, `);
        // The variation that the bar names is the one that the visitor keeps.
        const set = response.headers.getSetCookie().find((line) => line.startsWith('vitrine_arms='));
        const [given] = readStickyAssignments(decodeURIComponent(set?.split(/[=;]/)[1] ?? ''));
        expect(page).toContain(
          given === undefined ? 'Variation</i> <b>' : `Variation</i> <b>hero: ${given.variation}</b>`,
        );
      },
    ),
    { numRuns: 100 },
  );
  // Only visits without the bar are counted, and what came before them is written before them.
  const counted = async (): Promise<number> => {
    const rows = await db.selectFrom('exposure_totals').select('visitors').execute();
    return rows.reduce((sum, { visitors }) => sum + visitors, 0);
  };
  await expect.poll(counted).toBe(UNDEBUGGED.length);
  await get(demo, '/en');
  await expect.poll(counted).toBe(UNDEBUGGED.length + 1);
});

test('in production only a signed-in admin sees it, and no shared cache keeps what others get at that address', async () => {
  const others = await get(live, '/en?debug');
  expect(await others.text()).not.toContain('vitrine-debug');
  expect(others.headers.get('cache-control')).toBe('private, no-store');

  const { backend } = live;
  const answer = await backend.staff.createAdmin({
    email: 'ada@example.com',
    name: 'Ada',
    password: 'a long enough one',
  });
  if (answer.outcome !== 'created') throw new Error(`The admin was not created: ${answer.outcome}.`);
  const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject: answer.admin.id, replaces: null });
  expect(await (await get(live, '/en?debug', `__Host-admin=${token}`)).text()).toContain('<vitrine-debug');
  expect(await (await get(live, '/en?debug', '__Host-admin=forged-token-forged-token-forged')).text()).not.toContain(
    'vitrine-debug',
  );
});
