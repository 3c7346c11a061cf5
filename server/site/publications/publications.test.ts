import { describe, expect, test } from 'vitest';
import { HOUR } from '#server/platform/database/timestamp.ts';
import { bench, engines, START, type TestBackend } from '#tests/helpers/backend.ts';
import { actor, publishingOn, TEXTS } from '#tests/helpers/publishing.ts';
import { createPublications } from './create-publications.ts';

const PAGE = 'pages-config/pages/about-us.json';

describe.each(engines)('publications on %s', (engine) => {
  const { start, location } = bench(engine);

  const project = publishingOn(start);

  const deeds = async ({ ports }: Pick<TestBackend, 'ports'>) =>
    (await ports.database.db.selectFrom('audit_entries').select(['actor', 'action']).orderBy('seq').execute()).map(
      (entry) => `${entry.actor} ${entry.action}`,
    );

  test('a draft changes nothing until it is published, and is gone then; who did it is in the audit log', async () => {
    const site = await project();
    const { publications, read, text, built } = site;
    const draft = await site.makeDraft({ [TEXTS]: text('Hello') });
    expect(await read(TEXTS)).toBe(built);
    expect((await publications.readContent(draft)).get(TEXTS)).toBe(text('Hello'));
    expect(await publications.readDraft(draft)).toMatchObject({
      files: 1,
      changes: [{ path: TEXTS, base: built, live: built, content: text('Hello'), version: 1, changedBy: actor }],
    });
    expect(await site.publish(draft)).toEqual({ code: 'PUBLISHED', revision: 1, goesLiveAt: START });
    expect(await read(TEXTS)).toBe(text('Hello'));
    expect(await publications.listDrafts()).toEqual([]);
    expect(await publications.readRevision(1)).toMatchObject({
      note: 'New hero',
      author: actor,
      state: 'live',
      restores: null,
      files: [{ path: TEXTS, before: built, after: text('Hello') }],
    });
    expect(await deeds(site)).toEqual([`${actor} draft.create`, `${actor} revision.publish`]);
  });

  test('With approval by a second person the authors of a draft cannot publish it, and any publisher may restore', async () => {
    const { publications, makeDraft, publish, text, read, staff, ports } = await project({
      settings: { publishingApproval: 'second-person' },
    });
    const draft = await makeDraft({ [TEXTS]: text('One') });
    const files = [{ path: TEXTS, content: text('Two'), version: 1 }];
    await publications.saveFiles({ draft, files, actor: 'author-2' });
    for (const own of [actor, 'author-2']) {
      expect(await publications.mayPublish({ draft, actor: own })).toBe(false);
      expect(await publish(draft, { actor: own, key: own })).toEqual({ code: 'OWN_CHANGES' });
    }
    const email = 'agent@example.com';
    const made = await staff.createAdmin({ email, name: 'Agent', password: 'correct horse battery' });
    const by = made.outcome === 'created' ? made.admin.id : '';
    const tokens = [1, 2].map(() =>
      staff.createApiToken({ name: 'cms', scopes: ['author', 'publish'], holder: null, days: 1, by }),
    );
    const [one = '', other = ''] = (await Promise.all(tokens)).map((token) =>
      token.outcome === 'created' ? `program:${token.id}` : '',
    );
    const second = { path: PAGE, content: '{}', version: 0 };
    await publications.saveFiles({ draft, files: [second], actor: one });
    expect(await publications.revertFile({ draft, path: PAGE, actor: one })).toBe(true);
    await staff.revokeApiToken(one.slice('program:'.length));
    for (const own of [by, other]) {
      expect(await publications.mayPublish({ draft, actor: own })).toBe(false);
      expect(await publish(draft, { actor: own, key: own })).toEqual({ code: 'OWN_CHANGES' });
    }
    expect(await deeds({ ports })).toContain(`${one} draft.revert`);
    expect(await publications.mayPublish({ draft, actor: 'publisher' })).toBe(true);
    expect(await publish(draft, { actor: 'publisher' })).toMatchObject({ code: 'PUBLISHED' });
    expect(await read(TEXTS)).toBe(text('Two'));
    expect(await publications.rollBack({ to: 0, note: 'Back', actor, key: 'back' })).toMatchObject({
      code: 'PUBLISHED',
    });
  });

  test('files are saved together or not at all', async () => {
    const { publications, makeDraft, text } = await project();
    const draft = await makeDraft({ [TEXTS]: text('One') });
    const files = [
      { path: PAGE, content: '{}', version: 0 },
      { path: TEXTS, content: text('Two'), version: 0 },
    ];
    expect(await publications.saveFiles({ draft, files, actor })).toMatchObject({
      code: 'CONFLICT',
      file: { path: TEXTS, content: text('One') },
    });
    expect((await publications.readDrafts(9))[0]?.changes).toMatchObject([{ path: TEXTS, content: text('One') }]);
  });

  test('of two authors who save the same version one is stored, the other gets the three views', async () => {
    const { publications, makeDraft, text, built } = await project();
    const draft = await makeDraft({ [TEXTS]: text('One') });
    const save = (hero: string, version: number) =>
      publications.saveFiles({ draft, files: [{ path: TEXTS, content: text(hero), version }], actor });
    const outcomes = await Promise.all([save('Two', 1), save('Three', 1)]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', 'SAVED']);
    expect(outcomes.find(({ code }) => code === 'CONFLICT')).toMatchObject({
      file: { base: built, live: built, version: 2, content: expect.stringMatching(/Two|Three/) },
    });
    expect(await save('Four', 0)).toMatchObject({ code: 'CONFLICT' });
    expect(await publications.revertFile({ draft, path: TEXTS, actor })).toBe(true);
    expect(await save('Four', 2)).toMatchObject({ code: 'CONFLICT', file: { version: 0, content: built } });
  });

  test('a save that is sent again is answered as at first and changes nothing', async () => {
    const { publications, makeDraft, text } = await project();
    const draft = await makeDraft({ [TEXTS]: text('One') });
    const save = () =>
      publications.saveFiles({ draft, files: [{ path: TEXTS, content: text('Two'), version: 1 }], actor });
    expect([await save(), await save()]).toEqual([{ code: 'SAVED' }, { code: 'SAVED' }]);
    expect(await publications.readDraft(draft)).toMatchObject({ changes: [{ content: text('Two'), version: 2 }] });
  });

  test('only content that is JSON and not too large is stored', async () => {
    const { publications, makeDraft } = await project();
    const draft = await makeDraft({});
    const save = (path: string, content: string | null) =>
      publications.saveFiles({ draft, files: [{ path, content, version: 0 }], actor });
    for (const path of [
      'package.json',
      'pages-config/../package.json',
      'pages-config/pages/../../server/x.json',
      '/etc/pages-config/pages/a.json',
      'pages-config\\pages\\a.json',
      'pages-config/brand/logo.json',
      'pages-config/brand.json',
      'locales/en/mail.json',
      'locales/en/.hidden.json',
      'blocks/hero/hero.schema.json',
      `pages-config/pages/${'a'.repeat(300)}.json`,
    ])
      expect.soft(await save(path, '{}'), path).toMatchObject({ code: 'REFUSED', reason: 'path' });
    expect(await save(PAGE, '{\n  "version": 4,\n}')).toMatchObject({
      code: 'REFUSED',
      reason: 'json',
      findings: [{ rule: 'json', file: PAGE, line: 2, column: 15 }],
    });
    expect(await save(PAGE, `"${'a'.repeat(600_000)}"`)).toMatchObject({ code: 'REFUSED', reason: 'size' });
    for (let index = 0; index < 10; index += 1)
      expect(
        await save(`pages-config/${index === 0 ? 'brands' : 'pages'}/p${index}.json`, `"${'a'.repeat(500_000)}"`),
      ).toMatchObject({
        code: 'SAVED',
      });
    expect(await save('pages-config/pages/p10.json', `"${'a'.repeat(500_000)}"`)).toMatchObject({
      code: 'REFUSED',
      reason: 'size',
    });
    expect((await publications.readDraft(draft))?.files).toBe(10);
    expect(
      await publications.saveFiles({ draft: 'none', files: [{ path: PAGE, content: '{}', version: 0 }], actor }),
    ).toEqual({
      code: 'NO_DRAFT',
    });
  });

  test('of two publishers at once on two nodes one wins, and the other sees what was published meanwhile', async () => {
    const where = await location();
    const [one, other] = [await project(where), await project(where)];
    const drafts = [
      await one.makeDraft({ [TEXTS]: one.text('One') }),
      await one.makeDraft({ [TEXTS]: one.text('Two') }),
    ];
    const outcomes = await Promise.all([one.publish(drafts[0] ?? ''), other.publish(drafts[1] ?? '')]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', 'PUBLISHED']);
    const won = await one.read(TEXTS);
    expect(outcomes.find(({ code }) => code === 'CONFLICT')).toMatchObject({
      files: [{ path: TEXTS, base: one.built, live: won }],
    });
    const [left] = await one.publications.listDrafts();
    expect(await other.publish(left?.id ?? '', { overrides: [TEXTS] })).toMatchObject({
      code: 'PUBLISHED',
      revision: 2,
    });
    expect(await one.read(TEXTS)).not.toBe(won);
  });

  test('drafts of different files that are published at once both go live', async () => {
    const where = await location();
    const [one, other] = [await project(where), await project(where)];
    const page = ((await one.read(PAGE)) ?? '').replace('"title": "site.about",', '"title": "site.join",');
    const drafts = [await one.makeDraft({ [TEXTS]: one.text('One') }), await one.makeDraft({ [PAGE]: page })];
    const outcomes = await Promise.all([one.publish(drafts[0] ?? ''), other.publish(drafts[1] ?? '')]);
    expect(outcomes.map(({ code }) => code)).toEqual(['PUBLISHED', 'PUBLISHED']);
    expect([await one.read(TEXTS), await other.read(PAGE)]).toEqual([one.text('One'), page]);
  });

  test('a repeated request publishes once and gets the same answer; the key serves for nothing else', async () => {
    const { publications, makeDraft, publish, text, read } = await project();
    const draft = await makeDraft({ [TEXTS]: text('Hello') });
    const outcomes = await Promise.all([publish(draft), publish(draft)]);
    const published = { code: 'PUBLISHED', revision: 1, goesLiveAt: START };
    expect(outcomes).toEqual([published, published]);
    expect(await publish(draft)).toEqual(published);
    expect((await publications.listRevisions({ limit: 10, offset: 0 })).total).toBe(1);
    await expect(publish(draft, { note: 'Another' })).rejects.toThrow('This key was used for another publication.');
    expect(await publish(draft, { key: 'another' })).toEqual({ code: 'NO_DRAFT' });
    expect(await read(TEXTS)).toBe(text('Hello'));
  });

  test('what was seen is published: a draft or a site that changed since is not', async () => {
    const { publications, makeDraft, publish, put, text } = await project();
    const draft = await makeDraft({ [TEXTS]: text('Hello') });
    const look = async (): Promise<string> => (await publications.readDraft(draft))?.seen ?? '';
    const first = await look();
    await publications.saveFiles({ draft, files: [{ path: TEXTS, content: text('Unseen'), version: 1 }], actor });
    expect(await publish(draft, { seen: first })).toEqual({ code: 'UNSEEN' });
    const second = await look();
    await put({ [TEXTS]: text('Other') });
    expect(await publish(draft, { seen: second, overrides: [TEXTS] })).toEqual({ code: 'UNSEEN' });
    const seen = await look();
    expect(await publish(draft, { seen, overrides: [TEXTS] })).toMatchObject({ code: 'PUBLISHED' });
  });

  test('a draft with errors is refused with their positions and changes nothing', async () => {
    const { publications, put, read, built, makeDraft } = await project();
    const broken = {
      [PAGE]: '{\n  "version": 4,\n  "route": "/about-us",\n  "blocks": [{ "id": "a", "type": "ticker" }]\n}',
    };
    expect(await put(broken)).toMatchObject({
      code: 'REFUSED',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'unknown-block', file: PAGE, line: 4 })]),
    });
    expect(await read(TEXTS)).toBe(built);
    expect(await publications.listRevisions({ limit: 1, offset: 0 })).toEqual({ revisions: [], total: 0 });
    expect((await publications.check(await makeDraft(broken))).errors.map(({ rule }) => rule)).toContain(
      'unknown-block',
    );
    expect(await put({ [TEXTS]: built })).toEqual({ code: 'EMPTY' });
  });

  test('a scheduled revision is live from its instant on, never before, and may be withdrawn until then', async () => {
    const { publications, put, read, text, built, pass } = await project();
    expect(await put({ [TEXTS]: text('Later') }, START + 2 * HOUR)).toMatchObject({ goesLiveAt: START + 2 * HOUR });
    const sooner = { [TEXTS]: text('Sooner') };
    expect(await put(sooner, START + HOUR)).toMatchObject({
      code: 'CONFLICT',
      files: [],
      scheduled: [{ revision: 1 }],
    });
    expect(await put(sooner, START + HOUR, [1])).toMatchObject({ code: 'PUBLISHED', revision: 2 });
    expect(await read(TEXTS)).toBe(built);
    pass(HOUR);
    expect(await read(TEXTS)).toBe(text('Sooner'));
    expect(await publications.withdraw({ revision: 2, actor })).toEqual({ code: 'NOT_SCHEDULED' });
    const states = async () =>
      (await publications.listRevisions({ limit: 10, offset: 0, path: TEXTS })).revisions.map(({ state }) => state);
    expect(await states()).toEqual(['live', 'scheduled']);
    expect(await publications.withdraw({ revision: 1, actor })).toEqual({ code: 'WITHDRAWN' });
    pass(HOUR);
    expect(await read(TEXTS)).toBe(text('Sooner'));
    expect(await states()).toEqual(['live', 'withdrawn']);
    // The clock of the node that published this is two minutes ahead.
    const ahead = HOUR / 30;
    await put({ [TEXTS]: text('Now') });
    pass(-ahead);
    expect(await put({ [TEXTS]: text('Soon') }, START + 2 * HOUR - ahead / 2)).toMatchObject({ code: 'PUBLISHED' });
    expect(await read(TEXTS)).toBe(text('Now'));
    pass(ahead + 1);
    expect(await read(TEXTS)).toBe(text('Soon'));
  });

  test('what a scheduled revision would replace, or is to replace, is published only with knowledge of it', async () => {
    const { publications, put, text } = await project();
    const later = START + 2 * HOUR;
    await put({ [TEXTS]: text('One') });
    await put({ [TEXTS]: text('Later') }, later);
    const scheduled = [{ path: TEXTS, revision: 2, goesLiveAt: later, mayOverride: true }];
    expect(await publications.listScheduled(new Map([[TEXTS, text('Now')]]))).toEqual(scheduled);
    expect(await publications.listScheduled(new Map([[TEXTS, text('Later')]]))).toEqual([]);
    const conflict = { code: 'CONFLICT', files: [], scheduled };
    const back = (overrideScheduled: readonly number[]) =>
      publications.rollBack({ to: 0, note: 'Back', actor, key: `back ${overrideScheduled}`, overrideScheduled });
    for (const goesLiveAt of [null, later + HOUR])
      expect(await put({ [TEXTS]: text('Now') }, goesLiveAt)).toEqual(conflict);
    expect([await back([]), await back([1])]).toEqual([conflict, conflict]);
    expect(await back([2])).toMatchObject({ code: 'PUBLISHED' });
    expect(await put({ [TEXTS]: text('Now') }, later + HOUR, [2])).toMatchObject({ code: 'PUBLISHED' });
  });

  test('a publication that would break a scheduled one is refused', async () => {
    const { put, read } = await project();
    const page = (await read(PAGE)) ?? '';
    const added = page.replace('"route": "/about-us"', '"route": "/more"');
    expect(await put({ 'pages-config/pages/more.json': added }, START + HOUR)).toMatchObject({ code: 'PUBLISHED' });
    expect(await put({ [PAGE]: page.replace('/about-us', '/more') })).toMatchObject({
      code: 'REFUSED',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'duplicate-route' })]),
    });
  });

  test('a scheduled revision that a later one needs cannot be withdrawn before that one is', async () => {
    const { publications, put, read } = await project();
    const page = (await read(PAGE)) ?? '';
    await put({ [PAGE]: page.replace('/about-us', '/about') }, START + HOUR);
    await put({ 'pages-config/pages/more.json': page }, START + 2 * HOUR);
    const withdraw = (revision: number) => publications.withdraw({ revision, actor });
    expect(await withdraw(1)).toMatchObject({
      code: 'REFUSED',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'duplicate-route' })]),
    });
    expect([await withdraw(2), await withdraw(1)]).toEqual([{ code: 'WITHDRAWN' }, { code: 'WITHDRAWN' }]);
  });

  test('a file is deleted and comes back by a roll-back, whole or by file, down to the build', async () => {
    const { publications, put, read, text, built } = await project();
    const page = (await read(PAGE)) ?? '';
    const MORE = 'pages-config/pages/more.json';
    await put({ [MORE]: page.replace('/about-us', '/more'), [TEXTS]: text('One') });
    await put({ [MORE]: null, [TEXTS]: text('Two') });
    expect(await read(MORE)).toBe(null);
    const back = (to: number, paths?: readonly string[]) =>
      publications.rollBack({ to, paths, note: 'Back', actor, key: `${to} ${paths?.length}` });
    expect(await back(1, [MORE])).toMatchObject({ code: 'PUBLISHED', revision: 3 });
    expect([await read(MORE), await read(TEXTS)]).toEqual([page.replace('/about-us', '/more'), text('Two')]);
    expect(await publications.previewRollBack({ to: 1 })).toEqual([
      { path: TEXTS, before: text('Two'), after: text('One') },
    ]);
    expect(await back(1)).toMatchObject({ code: 'PUBLISHED', revision: 4 });
    expect(await read(TEXTS)).toBe(text('One'));
    expect(await publications.previewRollBack({ to: 1 })).toEqual([]);
    expect(await publications.previewRollBack({ to: 9 })).toBe(null);
    expect(await back(0)).toMatchObject({ code: 'PUBLISHED', revision: 5 });
    expect([await read(MORE), await read(TEXTS)]).toEqual([null, built]);
    expect(await publications.readRevision(5)).toMatchObject({ restores: 0, paths: [TEXTS, MORE] });
    expect(await publications.rollBack({ to: 0, note: '', actor, key: 'again' })).toEqual({ code: 'EMPTY' });
    expect(await back(9)).toEqual({ code: 'NO_REVISION' });
  });

  test('a publication whose transaction fails leaves nothing behind, and may be repeated with its key', async () => {
    const { publications, makeDraft, publish, text, read, built, ports, files } = await project();
    const draft = await makeDraft({ [TEXTS]: text('Hello') });
    // The last statement before the end.
    const audit = () => Promise.reject(new Error('The disk is full.'));
    const failing = createPublications({
      ...ports,
      project: files,
      audit,
      personBehind: async (same) => same,
      touchedExperiments: async () => [],
    });
    const request = { draft, note: 'New hero', goesLiveAt: null, actor, key: draft };
    await expect(failing.publish(request)).rejects.toThrow('The disk is full.');
    await expect(failing.rollBack({ to: 0, note: '', actor, key: draft })).resolves.toEqual({ code: 'EMPTY' });
    expect([await read(TEXTS), (await publications.listDrafts()).length]).toEqual([built, 1]);
    expect((await publications.listRevisions({ limit: 1, offset: 0 })).total).toBe(0);
    expect(await publish(draft)).toMatchObject({ code: 'PUBLISHED', revision: 1 });
  });
});
