import { describe, expect, test } from 'vitest';
import type { Site, ResolveResult } from '#engine/documents/types.ts';
import type { BackendSettings } from '#server/app/backend.ts';
import { findFormView, send, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { LANDING, serveContent, listTables } from '#tests/helpers/content-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { type Changes, resolveSmall } from '#tests/helpers/small-project.ts';

const FILE = 'pages-config/experiments/title.json';

const variant: Changes = {
  'pages-config/landings/other.json': {
    $schema: 'x',
    version: 4,
    extends: LANDING,
    changes: [{ op: 'set', block: 'hero', props: { title: 'landing.summer' } }],
  },
};

function requireSite(result: ResolveResult): Site {
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.site;
}

/** What the builder's page asks for. */
const asked = new URLSearchParams({
  page: LANDING,
  key: 'title',
  hypothesis: 'Another title brings more visitors in.',
  weight: '50',
  'weight-other': '50',
  effect: '5',
  rate: '10',
  'in-en': 'on',
  'in-de': 'on',
  'on-phone': 'on',
  'on-tablet': 'on',
  'on-desktop': 'on',
});

describe('experiments without a terminal', () => {
  const { start } = bench('sqlite');

  async function serve(changes: Changes, settings?: BackendSettings) {
    let site = requireSite(resolveSmall(changes));
    const there = await serveContent(start, changes, { documents: () => site, settings });
    const follow = async (): Promise<void> => {
      const published = Object.fromEntries(await there.publications.readContent());
      const gone = Object.keys(variant).filter((path) => !(path in published));
      site = requireSite(resolveSmall({ ...published, ...Object.fromEntries(gone.map((path) => [path, null])) }));
    };
    return { ...there, follow };
  }

  test('are planned for a variant made in the studio, created, started, split anew and concluded with drafts that are published', async () => {
    const { backend, publications, visitor, id, makeDraft, inDraft, sent, live, follow } = await serve({});
    const { db } = backend.ports.database;
    const countVisitors = async (
      variation: string,
      { visitors, conversions }: Readonly<Record<'visitors' | 'conversions', number>>,
    ) => {
      const counted = { experiment: 'title', phase: 2, variation, hour: '2026-11-19T10:00:00.000Z' };
      await db
        .insertInto('phase_exposure_counts')
        .values({ ...counted, locale: 'de', device: 'phone', visitors })
        .execute();
      await db
        .insertInto('phase_conversion_counts')
        .values({ ...counted, event: 'registration_finished', conversions })
        .execute();
    };
    const publish = async (page: Answer): Promise<void> => {
      await sent(visitor, findFormView(page, 'publish-draft'), { note: 'Test' });
      await follow();
    };
    const document = async (): Promise<unknown> => JSON.parse((await live(FILE)) ?? 'null');

    const draft = await makeDraft();
    const json = await visitor.get(`/admin/content?document=${LANDING}&draft=${draft}&part=json`);
    const { hidden } = findFormView(json, 'save-json');
    const createVariation = async (name: string): Promise<unknown> =>
      JSON.parse((await visitor.submit('admin/studio-variation', { ...hidden, draft, document: LANDING, name })).body);
    expect(await createVariation('Other')).toMatchObject({ code: 'REFUSED' });
    expect(await createVariation('other')).toEqual({ code: 'CREATED', document: 'landings/other' });
    expect(await createVariation('other')).toMatchObject({ code: 'REFUSED' });
    const path = 'pages-config/landings/other.json';
    const content = (await inDraft(draft, path)).replace(
      '"changes": []',
      '"changes": [{ "op": "set", "block": "hero", "props": { "title": "landing.summer" } }]',
    );
    await publications.saveFiles({ draft, files: [{ path, content, version: 1 }], actor: id });

    const opened = await visitor.get(`/admin/splitgenerator?draft=${draft}&page=${LANDING}&variant=landings/other`);
    const fields = new Map(findFormView(opened, 'wish').fields.map(({ name, value }) => [name, value]));
    expect(['key', 'weight', 'weight-other', 'weight-summer'].map((name) => fields.get(name))).toEqual([
      'default-other',
      '50',
      '50',
      '0',
    ]);
    const builder = await visitor.get(`/admin/splitgenerator?draft=${draft}&${asked}`);
    const otherTab = await visitor.get(`/admin/splitgenerator?draft=${draft}&${asked}`);
    await publish(await sent(visitor, findFormView(builder, 'create-experiment'), { status: 'live' }));
    expect(await document()).toMatchObject({ status: 'live', document: LANDING, variations: [{ key: 'base' }, {}] });

    // The same page in another tab, opened before: nothing of its plan is lost.
    const refused = await send(visitor, findFormView(otherTab, 'create-experiment'));
    const notes = readView(refused).sections.flatMap((section) => (section.kind === 'note' ? [section] : []));
    expect(notes.map(({ text, links }) => [text, links?.[0]?.href])).toEqual([
      ['An experiment with this key already exists. Choose another key.', expect.stringContaining('key=title')],
    ]);

    const results = '/admin/results?experiment=title';
    const edit = async (page: Answer, typed: Readonly<Record<string, string>>): Promise<Answer> => {
      const form = findFormView(page, 'edit-experiment');
      const shown = form.fields.flatMap(({ name, type, value = '' }) => (type === 'checkbox' ? [] : [[name, value]]));
      return sent(visitor, form, { ...Object.fromEntries(shown), ...typed });
    };
    const listErrors = (page: Answer): readonly (readonly [string, string])[] =>
      findFormView(page, 'edit-experiment').fields.flatMap(({ name, error }) =>
        error === undefined ? [] : [[name, error]],
      );
    const wrong = await edit(await visitor.get(results), {
      'weight-1': '20',
      coverage: 'half',
      hypothesis: 'A title like no other.',
    });
    expect(listErrors(wrong)).toEqual([['coverage', expect.stringContaining('from 0 to 100')]]);
    // Visitors were split by other weights.
    const tooLate = await edit(wrong, { coverage: '50' });
    expect(listErrors(tooLate)).toEqual([['weight-1', expect.stringContaining('Start a new phase')]]);
    await publish(await edit(tooLate, { phase: 'on' }));
    expect(await document()).toMatchObject({
      hypothesis: 'A title like no other.',
      phase: 2,
      coverage: 0.5,
      variations: [{ weight: 50 }, { weight: 20 }],
    });

    // The verdict has no button before a variation has won; then one press previews what it changes.
    const listSubmits = async (): Promise<readonly string[]> =>
      readView(await visitor.get(results)).sections.flatMap((section) =>
        section.kind === 'verdict' && section.verdict.form !== undefined ? [section.verdict.form.submit] : [],
      );
    expect(await listSubmits()).toEqual([]);
    await countVisitors('base', { visitors: 25_000, conversions: 500 });
    await countVisitors('other', { visitors: 10_000, conversions: 400 });
    expect(await listSubmits()).toEqual(['Ship “other”']);
    const preview = await send(visitor, findFormView(await visitor.get(results), 'follow-verdict'));
    expect(listTables(preview).flat(2)).toEqual(expect.arrayContaining([FILE, 'removed']));
    await publish(await sent(visitor, findFormView(preview, 'conclude-experiment')));
    expect(await document()).toBeNull();
    expect([await live('pages-config/landings/other.json'), await live(`pages-config/${LANDING}.json`)]).toEqual([
      undefined,
      expect.stringContaining('landing.summer'),
    ]);
  });

  test('X18: of a GrowthBook service say who decides, and offer what is measured alone', async () => {
    const { visitor, sent, live, follow } = await serve(variant, { growthbookApiHost: 'https://flags.example' });
    const form = findFormView(await visitor.get(`/admin/splitgenerator?${asked}`), 'create-experiment');
    expect([form.text, form.fields]).toEqual([expect.stringContaining('GrowthBook decides'), []]);
    await sent(visitor, findFormView(await sent(visitor, form), 'publish-draft'), { note: 'Test' });
    await follow();
    const results = await visitor.get('/admin/results?experiment=title');
    const edit = findFormView(results, 'edit-experiment');
    expect([edit.text, edit.fields.map(({ name }) => name.replace(/-.*/, ''))]).toEqual([
      expect.stringContaining('GrowthBook decides'),
      ['hypothesis', 'goalMetric', ...Array.from({ length: edit.fields.length - 2 }, () => 'guardrail')],
    ]);
    // A weight that a page of before the service sends changes nothing.
    const shown = edit.fields.flatMap(({ name, type, value = '' }) => (type === 'checkbox' ? [] : [[name, value]]));
    const unchanged = await sent(visitor, edit, { ...Object.fromEntries(shown), 'weight-1': '20', phase: 'on' });
    expect(unchanged.document).toBe('pages/admin/results');
    expect(JSON.parse((await live(FILE)) ?? '')).toMatchObject({ variations: [{ weight: 50 }, { weight: 50 }] });
  });
});
