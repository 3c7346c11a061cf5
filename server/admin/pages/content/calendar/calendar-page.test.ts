import { describe, expect, test } from 'vitest';
import type { TimelineView } from '#engine/shared/data-view.ts';
import { readView } from '#tests/helpers/admin-visitor.ts';
import { bench, START } from '#tests/helpers/backend.ts';
import { serveContent } from '#tests/helpers/content-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { calmExperiment, calmVariant, swap } from '#tests/helpers/small-project.ts';

const DAY = 86_400_000;

function readTimeline(answer: Answer): TimelineView {
  const section = readView(answer).sections.find(({ kind }) => kind === 'timeline');
  if (section?.kind !== 'timeline') throw new Error('The page shows no calendar.');
  return section.timeline;
}

const listRows = ({ groups }: TimelineView) =>
  groups.flatMap(({ title, rows }) => rows.map((row) => ({ group: title, ...row })));

const claim = (validUntil: string) =>
  JSON.stringify({ value: 3000, format: 'integer', source: 'Buying', asOf: '2026-11-02', validUntil });

describe('the calendar', () => {
  const { start } = bench('sqlite');

  test('shows windows, experiments, publications and claims of the weeks that the address names, each with a way to what it is of', async () => {
    const { visitor, publications, id, makeDraft } = await serveContent(start, {
      'pages-config/site.json': swap(
        '"claims": {',
        `"claims": { "soon": ${claim('2026-12-24')}, "later": ${claim('2027-03-01')},`,
      ),
      'pages-config/landings/calm.json': {
        ...calmVariant,
        window: { from: '2026-11-27T00:00', to: '2026-12-01T00:00', zone: 'UTC' },
      },
      'pages-config/experiments/calm.json': {
        ...calmExperiment,
        coverage: 0.1,
        ramp: [{ at: '2026-12-03T09:00', zone: 'Europe/Berlin', coverage: 0.5 }],
      },
    });
    const publish = async (note: string, goesLiveAt: number | null) => {
      const draft = await makeDraft(note);
      const path = `locales/en/landing.json`;
      const content = ((await publications.readContent()).get(path) ?? '').replace(/Come in|Hello/, note);
      await publications.saveFiles({ draft, files: [{ path, content, version: 0 }], actor: id });
      const outcome = await publications.publish({ draft, note, goesLiveAt, actor: id, key: note });
      expect(outcome.code).toBe('PUBLISHED');
    };
    await publish('Hello', null);
    await publish('Advent', START + 10 * DAY);

    const shown = readTimeline(await visitor.get('/admin/calendar'));
    expect(shown.ticks).toHaveLength(6);
    expect(shown.now).toBeGreaterThan(0);
    expect(shown.now).toBeLessThan(100 / 6);
    const rows = listRows(shown);
    expect(rows.map(({ group, title }) => `${group}: ${title}`)).toEqual([
      'Windows: Private sales (landings/calm)',
      'Experiments: calm',
      'Publications: Hello',
      'Publications: Advent',
      'Claims: labels (3,000)',
      'Claims: soon (3,000)',
      'Claims: later (3,000)',
    ]);
    const [window, experiment, hello, advent] = rows;
    expect(window).toMatchObject({
      href: expect.stringContaining('document=landings%2Fcalm'),
      span: { state: 'planned' },
    });
    // The shop's clock first, then that of the window.
    expect(window?.text).toMatch(/27 Nov 2026, 01:00 to 1 Dec 2026, 01:00 · 2026-11-27 00:00 – 2026-12-01 00:00 UTC/);
    expect(experiment).toMatchObject({ span: { from: 0, to: 100, state: 'live' } });
    expect(experiment?.moments).toHaveLength(1);
    expect(hello?.text).toMatch(/published$/);
    expect(advent?.text).toMatch(/scheduled$/);
    expect(Number(advent?.moments[0]) - Number(hello?.moments[0])).toBeCloseTo((10 / 42) * 100, 1);

    const next = readTimeline(await visitor.get(String(shown.moves[2]?.href)));
    expect(next.now).toBeNull();
    expect(listRows(next).map(({ title }) => title)).toEqual(['calm', 'labels (3,000)', 'later (3,000)']);
    expect(readTimeline(await visitor.get(String(next.moves[1]?.href)))).toEqual(shown);
    const [four, , thirteen] = shown.ranges;
    for (const [range, weeks] of [
      [four, 4],
      [thirteen, 13],
    ] as const)
      expect(readTimeline(await visitor.get(String(range?.href))).ticks).toHaveLength(weeks);
    for (const wrong of ['from=2026-02-31&weeks=7', 'from=9999-99-99', 'from=&weeks=-4'])
      expect(readTimeline(await visitor.get(`/admin/calendar?${wrong}`)).ticks).toHaveLength(6);
  });

  test('shows what the address selects by kind, language and page, which its links and forms keep', async () => {
    const { visitor, publications, id, makeDraft } = await serveContent(start, {
      'pages-config/landings/calm.json': {
        ...calmVariant,
        window: { from: '2026-11-27T00:00', to: '2026-12-01T00:00', zone: 'UTC' },
      },
      'pages-config/experiments/calm.json': { ...calmExperiment, targeting: { locales: ['de'] } },
    });
    const draft = await makeDraft('Hello');
    const path = 'locales/en/landing.json';
    const content = ((await publications.readContent()).get(path) ?? '').replace(/Come in/, 'Hello');
    await publications.saveFiles({ draft, files: [{ path, content, version: 0 }], actor: id });
    await publications.publish({ draft, note: 'Hello', goesLiveAt: null, actor: id, key: 'hello' });
    const show = async (query: string) => readTimeline(await visitor.get(`/admin/calendar?${query}`));
    const titles = async (query: string) => listRows(await show(query)).map(({ title }) => title);

    expect(await titles('kind=experiments')).toEqual(['calm']);
    expect(await titles('language=en')).toEqual(['Private sales (landings/calm)', 'Hello', 'labels (3,000)']);
    expect(await titles('language=de')).toEqual(['Private sales (landings/calm)', 'calm', 'labels (3,000)']);
    expect(await titles('document=landings%2Fcalm&kind=windows')).toEqual(['Private sales (landings/calm)']);
    expect(await titles('document=landings%2Fdefault')).toEqual(['calm', 'Hello', 'labels (3,000)']);
    expect(await titles('document=pages%2Fabout-us')).toEqual(['Hello', 'labels (3,000)']);
    expect(await titles('kind=none&language=xx&document=none')).toHaveLength(4);

    const shown = await show('kind=windows&weeks=4&from=2026-11-23');
    expect(shown.filter.fields.map(({ name, value }) => [name, value])).toEqual([
      ['kind', 'windows'],
      ['language', ''],
      ['document', ''],
    ]);
    expect(shown.filter.hidden).toMatchObject({ weeks: '4' });
    for (const { href } of [...shown.moves, ...shown.ranges]) expect(href).toContain('kind=windows');
    expect((await show('document=pages%2Fabout-us&kind=windows')).empty.title).toBe('No results');
  });

  test('names the gap between adjacent windows of one campaign, at the later one, and a claim that has expired', async () => {
    const block = (id: string, from: string, to: string) => ({
      type: 'hero',
      id,
      title: 'landing.hero.title',
      window: { from, to, zone: 'Europe/Berlin' },
    });
    const { visitor } = await serveContent(start, {
      'pages-config/site.json': swap('"claims": {', `"claims": { "over": ${claim('2026-11-18')},`),
      'pages-config/landings/calm.json': {
        ...calmVariant,
        changes: [
          {
            op: 'insert',
            after: 'hero',
            blocks: [
              block('one', '2026-11-20T00:00', '2026-11-24T14:00'),
              block('two', '2026-11-26T00:00', '2026-11-30T00:00'),
            ],
          },
        ],
      },
    });
    const rows = listRows(readTimeline(await visitor.get('/admin/calendar')));
    expect(rows.filter(({ findings }) => findings.length > 0).map(({ title, findings }) => [title, findings])).toEqual([
      [
        'Private sales (landings/calm) · Hero · two',
        [expect.stringMatching(/^Gap: from 24 Nov 2026, 14:00 to 26 Nov 2026, 00:00 .* Hero · one is shown$/)],
      ],
      ['over (3,000)', [expect.stringMatching(/^Expired/)]],
    ]);
  });

  test('shows a window without a beginning up to its end, one without an end from its beginning, and a stopped experiment as stopped', async () => {
    const { visitor, backend, id } = await serveContent(start, {
      'pages-config/landings/calm.json': {
        ...calmVariant,
        changes: [
          {
            op: 'insert',
            after: 'hero',
            blocks: [
              { type: 'hero', id: 'one', title: 'landing.hero.title', window: { to: '2026-12-01T00:00', zone: 'UTC' } },
              { type: 'hero', id: 'two', title: 'landing.hero.title', window: { to: '2026-12-02T00:00', zone: 'UTC' } },
              {
                type: 'hero',
                id: 'three',
                title: 'landing.hero.title',
                window: { from: '2026-12-03T00:00', zone: 'UTC' },
              },
            ],
          },
        ],
      },
      'pages-config/experiments/calm.json': calmExperiment,
    });
    await backend.switchExperiment({ experiment: 'calm', stops: true, actor: id });
    const rows = listRows(readTimeline(await visitor.get('/admin/calendar')));
    expect(
      rows.map(({ group, title, span, findings }) => [group, title, span?.from, span?.state, ...findings]),
    ).toEqual([
      ['Windows', 'Private sales (landings/calm) · Hero · one', 0, 'live'],
      [
        'Windows',
        'Private sales (landings/calm) · Hero · three',
        expect.any(Number),
        'planned',
        expect.stringMatching(/^Gap: from 2 Dec/),
      ],
      [
        'Windows',
        'Private sales (landings/calm) · Hero · two',
        0,
        'live',
        expect.stringMatching(/^Overlap with .* Hero · one: from … to 1 Dec/),
      ],
      ['Experiments', 'calm', 0, 'live', expect.stringMatching(/^Stopped/)],
      ['Claims', 'labels (3,000)', expect.any(Number), expect.any(String)],
    ]);
  });
});
