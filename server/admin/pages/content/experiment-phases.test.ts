import { describe, expect, test } from 'vitest';
import { findFormView, listNotes, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { findField, LANDING, serveContent, listTables } from '#tests/helpers/content-pages.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import type { Changes } from '#tests/helpers/small-project.ts';

const EN = 'locales/en/landing.json';
const EXPERIMENT = 'pages-config/experiments/short-hero.json';

const experiment: Changes = {
  'pages-config/landings/other.json': {
    $schema: 'x',
    version: 4,
    extends: LANDING,
    changes: [{ op: 'set', block: 'hero', props: { title: 'landing.summer' } }],
  },
  [EXPERIMENT]: {
    $schema: 'x',
    version: 4,
    status: 'live',
    hypothesis: 'Another title.',
    document: LANDING,
    variations: [
      { key: 'control', weight: 1 },
      { key: 'other', variant: 'landings/other', weight: 1 },
    ],
  },
};

describe('publications that change what a running experiment shows', () => {
  const { start } = bench('sqlite');

  async function serve() {
    const site = await projectSite();
    const there = await serveContent(start, experiment, { documents: () => site });
    const { visitor, publications, id, makeDraft, live } = there;
    const draftWith = async (from: string, to = 'Changed') => {
      const draft = await makeDraft(from);
      const content = (await live(EN))?.replace(from, to) ?? '';
      await publications.saveFiles({ draft, files: [{ path: EN, content, version: 0 }], actor: id });
      return draft;
    };
    const review = (draft: string) => visitor.get(`/admin/publish?draft=${draft}`);
    const phase = async (): Promise<unknown> => JSON.parse((await live(EXPERIMENT)) ?? '{}').phase;
    return { ...there, draftWith, review, phase, changes: publications.listExperimentChanges };
  }

  test('are named before the submission, whichever variation shows it', async () => {
    const { draftWith, review } = await serve();
    const named = 'Running experiments show this content: short-hero';
    expect(listNotes(await review(await draftWith('Summer is here')))).toContain(named);
    expect(listNotes(await review(await draftWith('Come in')))).toContain(named);
  });

  test('ask whether a new phase begins: it is begun or stays, and the results have a line of each', async () => {
    const { visitor, sent, draftWith, makeDraft, id, live, review, phase, changes, publications } = await serve();
    const first = findFormView(await review(await draftWith('Come in', 'One')), 'publish-draft');
    const open = await send(visitor, first, { note: 'Title' });
    expect(findField(open, 'publish-draft', ({ name }) => name === 'phase-short-hero')?.error).toEqual(
      expect.any(String),
    );
    await sent(visitor, findFormView(open, 'publish-draft'), { note: 'Same phase', 'phase-short-hero': 'keep' });
    expect([await phase(), (await changes('short-hero')).map(({ note }) => note)]).toEqual([undefined, ['Same phase']]);

    const second = findFormView(await review(await draftWith('One', 'Two')), 'publish-draft');
    await sent(visitor, second, { note: 'New phase', 'phase-short-hero': 'new' });
    expect([await phase(), await changes('short-hero')]).toEqual([
      2,
      [{ revision: 2, at: expect.any(Number), note: 'New phase', beginsPhase: true }],
    ]);

    // A roll-back asks, too, and does not go back to the phase before.
    const [latest] = (await publications.listRevisions({ limit: 1, offset: 0 })).revisions;
    expect(latest?.id).toBe(2);
    const restore = findFormView(await visitor.get('/admin/history?revision=1'), 'preview-restore-revision');
    const preview = findFormView(await send(visitor, restore, { note: 'Back' }), 'restore-revision');
    const refused = await send(visitor, preview);
    expect(findField(refused, 'restore-revision', ({ name }) => name === 'phase-short-hero')?.error).toEqual(
      expect.any(String),
    );
    await sent(visitor, findFormView(refused, 'restore-revision'), { 'phase-short-hero': 'new' });
    expect([await phase(), (await changes('short-hero')).map(({ note }) => note)]).toEqual([3, ['Back']]);
    // What was published stands there as it was, whatever the experiment shows later.
    const paused = await makeDraft('Paused');
    const content = (await live(EXPERIMENT))?.replace('"live"', '"paused"') ?? '';
    await publications.saveFiles({ draft: paused, files: [{ path: EXPERIMENT, content, version: 0 }], actor: id });
    await publications.publish({ draft: paused, note: 'Paused', goesLiveAt: null, actor: id, key: 'paused' });
    expect((await changes('short-hero')).map(({ note }) => note)).toEqual(['Back']);
    // The site under test has an experiment of this name.

    expect(listTables(await visitor.get('/admin/results?experiment=short-hero')).at(-1)).toEqual([
      [expect.any(String), 'Back'],
    ]);
  });
});
