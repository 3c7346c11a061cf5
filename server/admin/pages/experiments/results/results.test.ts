import { describe, expect, test } from 'vitest';
import type { DataView } from '#engine/shared/data-view.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { getVariationId } from '#server/site/experiments/variation-weights.ts';
import { paintStep } from '#server/site/experiments/paints.ts';
import { readResults } from '#server/site/experiments/results/results.ts';
import { findFormView, listNotes, send, signedIn, findTable, readView } from '#tests/helpers/admin-visitor.ts';
import { bench, pageEngines } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { openSocket } from '#tests/helpers/raw-socket.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const listCells = (answer: Answer) => findTable(answer).rows.map(({ cells }) => cells.map(({ text }) => text));
const readVerdict = (answer: Answer) => {
  const found = readView(answer).sections.find((section) => section.kind === 'verdict');
  if (found === undefined) throw new Error('The page shows no verdict.');
  return found.verdict;
};
const listKinds = ({ sections }: DataView): readonly string[] => sections.map(({ kind }) => kind);

describe.each(pageEngines)('results of experiments on %s', (engine) => {
  const { start } = bench(engine);

  async function serve(guardrails: readonly string[] = [], more: Partial<ResolvedExperiment> = {}) {
    const experiments = site.experiments.map((each) =>
      each.key === 'short-hero' ? { ...each, targetSampleSize: 40_000, guardrails, ...more } : each,
    );
    const backend = await start({ documents: () => ({ ...site, experiments }) });
    const server = await serveSite({ site, backend, settings: testSettings({ GRAPHQL_PERSISTED_ONLY: 'false' }) });
    const { db } = backend.ports.database;
    const hours = ['2026-11-19T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    /** Visitors and successes of both days together. */
    const count = async (variation: string, visitors: number, conversions: number, locale = 'de') => {
      const shared = { experiment: 'short-hero', variation };
      for (const hour of hours) {
        await db
          .insertInto('exposure_counts')
          .values({ ...shared, locale, hour, visitors: visitors / 2 })
          .execute();
        await db
          .insertInto('conversion_counts')
          .values({
            ...shared,
            event: `registration_${locale === 'de' ? 'finished' : 'started'}`,
            hour,
            conversions: conversions / 2,
          })
          .execute();
      }
    };
    const { visitor } = await signedIn(server, backend, 'analyst');
    const found = async (method: 'sequential' | 'bayesian' | 'fixed') => {
      const [own] = experiments.filter(({ key }) => key === 'short-hero');
      if (own === undefined) throw new Error('The site has no such experiment.');
      return readResults(db, own, method);
    };
    return { visitor, count, found, db, backend, server, variationWeights: backend.variationWeights };
  }

  test('are sent over GraphQL, too, at once and when an experiment is stopped there, as the page shows them', async () => {
    const { visitor, count, backend, server } = await serve();
    await count('default', 20_000, 1000);
    await count('short', 20_000, 1400);
    const { id: subject } = await signedIn(server, backend, 'publisher');
    const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
    const authorization = `Bearer ${token}`;
    const url = new URL('graphql', server.url);
    const stop = async (): Promise<unknown> => {
      const query = 'mutation { stopExperiment(experiment: "short-hero") { code } }';
      const headers = { 'content-type': 'application/json', authorization };
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
    };
    const socket = await openSocket(url.href.replace('http', 'ws'));
    socket.say({ type: 'connection_init', payload: { Authorization: authorization } });
    expect(await socket.hear()).toEqual({ type: 'connection_ack' });
    const fields = 'key state verdict arms { key visitors conversions effect }';
    socket.say({
      id: '1',
      type: 'subscribe',
      payload: { query: `subscription { results { experiments { ${fields} } } }` },
    });
    const sent = (state: string) => {
      const variations = [
        { key: 'default', visitors: 20_000, conversions: 1000, effect: null },
        { key: 'short', visitors: 20_000, conversions: 1400, effect: expect.closeTo(0.4) },
      ];
      const experiments = expect.arrayContaining([{ key: 'short-hero', state, verdict: 'BETTER', arms: variations }]);
      return { type: 'next', payload: { data: { results: { experiments } } } };
    };
    expect(await socket.hear()).toMatchObject(sent('LIVE'));
    expect([await stop(), await stop()]).toEqual([
      { data: { stopExperiment: { code: 'CHANGED' } } },
      { data: { stopExperiment: { code: 'UNCHANGED' } } },
    ]);
    expect(await socket.hear()).toMatchObject(sent('STOPPED'));
    socket.close();
    const listed = listCells(await visitor.get('/admin/results'));
    expect(listed.find(([hypothesis]) => hypothesis?.startsWith('With a short hero'))?.[1]).toBe('stopped');
  });

  test('say which share of the visitors takes part at present under a ramp', async () => {
    const ramp = [
      { at: '2020-01-01T00:00', zone: 'UTC', coverage: 0.25 },
      { at: '2120-01-01T00:00', zone: 'UTC', coverage: 1 },
    ];
    const { visitor, count } = await serve([], { coverage: 0.05, ramp });
    await count('default', 200, 10);
    await count('short', 200, 14);
    const { sections } = readView(await visitor.get('/admin/results?experiment=short-hero'));
    const [said] = sections.flatMap((section) => (section.kind === 'note' ? [section.text] : []));
    expect(said).toContain('Currently 25% of the targeted visitors take part');
  });

  test('say what the pages of the variations weigh as soon as they are weighed, because a heavier one may lose for that alone', async () => {
    const { visitor, count, variationWeights } = await serve();
    await count('default', 20_000, 1000);
    await count('short', 20_000, 1400);
    const weight = async () => {
      const rows = readView(await visitor.get('/admin/results?experiment=short-hero')).sections.flatMap((section) =>
        section.kind === 'table' ? section.table.rows : [],
      );
      return rows.find(({ key }) => key === 'weight')?.cells.map(({ text, mark }) => [text, mark]);
    };
    const weigh = (...bytes: readonly number[]) =>
      variationWeights.set(
        new Map(
          bytes.map((each, index) => [
            getVariationId({ experiment: 'short-hero', variation: index === 0 ? 'default' : 'short' }),
            [each, each + 100],
          ]),
        ),
      );
    expect(await weight()).toMatchObject([{}, ['not measured yet', 'wait'], ['– : – bytes', undefined]]);
    weigh(20_000, 21_000);
    expect(await weight()).toMatchObject([{}, ['similar', 'on'], ['20,050 : 21,050 bytes', undefined]]);
    weigh(20_000, 23_000);
    expect(await weight()).toMatchObject([{}, ['differs by more than 10%', 'alert'], {}]);
  });

  test('say how fast the pages of the variations were on visitors’ screens, once there are enough of them', async () => {
    const { visitor, count, db } = await serve();
    await count('default', 20_000, 1000);
    await count('short', 20_000, 1400);
    const paint = async () => {
      const rows = readView(await visitor.get('/admin/results?experiment=short-hero')).sections.flatMap((section) =>
        section.kind === 'table' ? section.table.rows : [],
      );
      return rows.find(({ key }) => key === 'paint')?.cells.map(({ text, mark }) => [text, mark]);
    };
    const painted = (variation: string, milliseconds: number, pages: number) =>
      db
        .insertInto('paint_counts')
        .values({ experiment: 'short-hero', phase: 1, variation, step: paintStep(milliseconds), pages })
        .execute();
    expect(await paint()).toMatchObject([{}, ['not enough data', 'wait'], ['– : – ms', undefined]]);
    await painted('default', 1000, 400);
    await painted('short', 1000, 199);
    expect(await paint()).toMatchObject([{}, ['not enough data', 'wait'], {}]);
    await painted('short', 2000, 400);
    expect(await paint()).toMatchObject([{}, ['differs by more than 10%', 'alert'], {}]);
  });

  test('show the figures of the command and its verdict, by each method, and nothing but the verdict before the first visitor', async () => {
    const { visitor, count, found } = await serve();
    const page = '/admin/results?experiment=short-hero';
    expect(listKinds(readView(await visitor.get(page)))).toEqual(['record', 'verdict']);
    await count('default', 20_000, 1000);
    await count('short', 20_000, 1400);
    const shown = await visitor.get(page);
    expect(listKinds(readView(shown))).toEqual(['record', 'verdict', 'table', 'curve', 'table', 'table', 'note']);
    const percent = (share = Number.NaN): string =>
      `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`.replace('-', '−');
    for (const [method, address] of [
      ['sequential', page],
      ['bayesian', `${page}&method=bayesian`],
      ['fixed', `${page}&method=fixed`],
    ] as const) {
      const { variations } = await found(method);
      const effect = variations[1]?.effect;
      const [low, high] = effect?.interval ?? [];
      const answer = await visitor.get(address);
      expect(listCells(answer)).toEqual([
        ['default', '20,000', '1,000', '5.00%', '–', 'baseline', '–', '–'],
        [
          'short',
          '20,000',
          '1,400',
          '7.00%',
          '+40.0%',
          `${percent(low)} to ${percent(high)}`,
          '> 99.9%',
          effect?.p === null ? '–' : '< 0.001',
        ],
      ]);
      expect(readVerdict(answer).title).toBe(
        `“short” performs better than the control: ${percent(low)} to ${percent(high)}.`,
      );
    }
    const german = await visitor.get(`/de${page}`);
    expect(readVerdict(german).title).toMatch(/^„short“ schneidet besser ab als die Kontrolle: \+\d+,\d\s%/);
    expect((await visitor.get('/do/admin/file/results?experiment=short-hero')).body).toMatch(
      /^variation,visitors,registration_finished,.*\r\ndefault,20000,1000,0\.05,,,,,,sequential\r\nshort,20000,1400,0\.07,0\.4\d*,/,
    );
    expect(readView(await visitor.get('/admin')).sections[0]).toMatchObject({
      kind: 'items',
      items: [{ title: expect.stringMatching(/^With a short hero/), state: 'Winner found' }],
    });
  });

  test('withhold every rate where the split is broken, wait before the planned end, and list all experiments', async () => {
    const { visitor, count } = await serve();
    await count('default', 2_000, 100);
    await count('short', 2_000, 150);
    const page = '/admin/results?experiment=short-hero';
    const early = readVerdict(await visitor.get(`${page}&method=fixed`));
    expect([early.state, ...early.facts.map(({ value }) => value)]).toEqual(
      expect.arrayContaining(['Too early', 'running', '4,000 of 40,000', 'about 18']),
    );
    await count('short', 600, 0, 'fr');
    const broken = await visitor.get(page);
    expect(readVerdict(broken)).toMatchObject({ mark: 'stop', state: 'Sample ratio mismatch' });
    expect(listCells(broken).map((cells) => cells.slice(3))).toEqual(Array(2).fill(Array(5).fill('withheld')));
    expect(listKinds(readView(broken))).not.toContain('curve');
    const all = listCells(await visitor.get('/admin/results?experiment=unknown'));
    expect(all.map(([hypothesis, state, visitors]) => [hypothesis, state, visitors])).toEqual(
      site.experiments.map(({ key, hypothesis, status }) => [
        hypothesis,
        status === 'live' ? 'running' : 'paused',
        key === 'short-hero' ? '4,600' : '0',
      ]),
    );
  });

  test('split consenting visitors by country and device, and say when a variation harms a guardrail', async () => {
    const { visitor, count, db } = await serve(['account_activated']);
    await count('default', 20_000, 1000);
    await count('short', 20_000, 1400);
    const agreed = { generation: 1, experiment: 'short-hero', phase: 1, dimension: 'country' };
    const sums = ['default', 'short'].flatMap((variation) =>
      ['FR', ''].flatMap((value) => [
        { ...agreed, variation, value, event: '', people: value === '' ? 4_000 : 1_000 },
        { ...agreed, variation, value, event: 'registration_finished', people: variation === 'short' ? 100 : 50 },
      ]),
    );
    await db.insertInto('agreed_counts').values(sums).execute();
    const activated = { experiment: 'short-hero', event: 'account_activated', hour: '2026-11-19T10:00:00.000Z' };
    await db
      .insertInto('conversion_counts')
      .values([
        { ...activated, variation: 'default', conversions: 900 },
        { ...activated, variation: 'short', conversions: 500 },
      ])
      .execute();
    const shown = await visitor.get('/admin/results?experiment=short-hero');
    expect(readVerdict(shown)).toMatchObject({ state: 'Guardrail failing', mark: 'alert' });
    const tables = readView(shown).sections.flatMap((section) => (section.kind === 'table' ? [section.table] : []));
    const listRows = (column: string) =>
      tables
        .find(({ columns }) => columns[0]?.label === column)
        ?.rows.map(({ cells }) => cells.slice(0, 5).map(({ text }) => text));
    expect(listRows('By country')).toEqual([
      ['unknown', '8,000', '1.25%', '2.50%', '+100.0%'],
      ['France', '2,000', '5.00%', '10.00%', '+100.0%'],
    ]);
    expect(listRows('Guardrail')).toEqual([['account activated', 'failing', '40,000', '4.50%', '2.50%']]);
  });
});

describe('the end of an experiment', () => {
  const { start } = bench('sqlite');

  test('is a patch for anyone who may publish, with the reason where it cannot be; so is the switch, at once', async () => {
    const experiments = site.experiments.map((each) =>
      each.key === 'short-hero'
        ? { ...each, phase: 2, earlier: [{ ...each, phase: 1, variations: [{ key: 'long', weight: 1 }] }] }
        : each,
    );
    const backend = await start({ documents: () => ({ ...site, experiments }) });
    const server = await serveSite({ site, backend, settings: testSettings() });
    const file = '/do/admin/file/ending?experiment=short-hero';
    const { visitor: analyst } = await signedIn(server, backend, 'analyst');
    expect((await analyst.get(file)).status).toBe(403);
    const { visitor } = await signedIn(server, backend, 'publisher');
    const note = readView(await visitor.get('/admin/results?experiment=short-hero')).sections.at(-1);
    expect(note).toMatchObject({
      title: 'Conclude the experiment',
      links: [
        { label: 'Patch: ship “short”' },
        { label: 'Patch: keep the control', href: expect.stringContaining(file) },
      ],
    });
    const page = '/admin/results?experiment=short-hero';
    const [past] = readVerdict(await visitor.get(page)).links;
    expect(past).toMatchObject({ label: 'Phase 1', href: expect.stringContaining('phase=1') });
    await backend.ports.database.db
      .insertInto('exposure_counts')
      .values({
        experiment: 'short-hero',
        variation: 'long',
        locale: 'de',
        hour: '2026-11-19T10:00:00.000Z',
        visitors: 7,
      })
      .execute();
    expect(listCells(await visitor.get(`${page}&phase=1`)).map((cells) => cells.slice(0, 2))).toEqual([['long', '7']]);
    const readStatus = async () => readVerdict(await visitor.get(page)).facts.map(({ value }) => value);
    const look = findFormView(await visitor.get(page), 'preview-stop-experiment');
    const preview = await send(visitor, look);
    expect(await readStatus()).toContain('running');
    const stop = findFormView(preview, 'stop-experiment');
    expect(readView(await analyst.get(page)).sections.some(({ kind }) => kind === 'form')).toBe(false);
    expect((await send(analyst, stop)).status).toBe(403);
    const pressed = await send(visitor, stop);
    expect(listNotes(await visitor.get(pressed.location ?? ''))).toContain('The experiment is stopped.');
    expect(await readStatus()).toContain('stopped');
    // It is stopped already, which is all that was agreed to.
    expect((await send(visitor, look)).location).toBe(pressed.location);
    const again = await send(visitor, findFormView(await visitor.get(page), 'preview-start-experiment'));
    await send(visitor, findFormView(again, 'start-experiment'));
    expect(await readStatus()).toContain('running');
    expect((await visitor.get(`${file}&variation=nobody`)).status).toBe(404);
    const { status, headers, body } = await visitor.get(`${file}&variation=short`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="promote-short-hero.patch"');
    expect(body).toContain('These pages extend the tested page and change, too:\n  landings/');
    expect(body).toContain('--- a/pages-config/experiments/short-hero.json\n+++ /dev/null\n');
  });
});
