import { describe, expect, test } from 'vitest';
import { isObject } from '#engine/documents/json.ts';
import { bench, pageEngines, START } from '#tests/helpers/backend.ts';
import { startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { openSocket } from '#tests/helpers/raw-socket.ts';

const EN = 'locales/en/landing.json';
const toKey = (name: string): string => name.padEnd(22, '-');

describe.each(pageEngines)('publications over GraphQL on %s', (engine) => {
  const { location } = bench(engine);

  async function serve() {
    const database = { ...(await location()), project: publishedProject(), clock: { now: () => START } };
    const server = await startGraphqlServer({ open: true, database });
    const { staff, publications } = server.backend;
    const scopes = ['author', 'publish'] as const;
    const made = await staff.createApiToken({ name: 'cms', scopes, holder: null, days: 1 });
    const { token, id } = made.outcome === 'created' ? made : { token: '', id: '' };
    const ask = async (query: string) => {
      const { body } = await server.send({ query }, { authorization: `Bearer ${token}` });
      return body.errors ?? body.data;
    };
    const makeDraft = async (change: (text: string) => string, path = EN) => {
      const draft = await publications.createDraft({ name: 'Spring', actor: 'author-1' });
      const content = change((await publications.readContent()).get(path) ?? '');
      await publications.saveFiles({ draft: draft.id, files: [{ path, content, version: 0 }], actor: 'author-1' });
      return draft.id;
    };
    const hero = async () => /"hero": "([^"]*)"/.exec((await publications.readContent()).get(EN) ?? '')?.[1];
    return { server, token, actor: `program:${id}`, ask, makeDraft, hero };
  }

  test('An API client publishes a draft once per key and restores the build, and subscribers are notified of both', async () => {
    const { server, token, actor, ask, makeDraft, hero } = await serve();
    const draft = await makeDraft((text) => text.replace('Come in', 'Hello'));
    expect(await ask('{ contentDrafts { total drafts { id name files createdBy } } }')).toEqual({
      contentDrafts: { total: 1, drafts: [{ id: draft, name: 'Spring', files: 1, createdBy: 'author-1' }] },
    });
    const socket = await openSocket(server.socketUrl);
    socket.say({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } });
    expect(await socket.hear()).toEqual({ type: 'connection_ack' });
    const watched = '{ publications { publications { revision note author state restores files } } }';
    socket.say({ id: '1', type: 'subscribe', payload: { query: `subscription ${watched}` } });
    const event = (publications: readonly object[]) => ({ payload: { data: { publications: { publications } } } });
    expect(await socket.hear()).toMatchObject(event([]));

    const looked = `{ contentDraft(draft: "${draft}") { seen draft { name } changes { file content live } } }`;
    const found: unknown = await ask(looked);
    const contentDraft = isObject(found) ? found['contentDraft'] : null;
    const seen = isObject(contentDraft) ? contentDraft['seen'] : '';
    const change = { file: EN, content: expect.stringContaining('Hello'), live: expect.stringContaining('Come in') };
    expect(contentDraft).toEqual({ seen: expect.any(String), draft: { name: 'Spring' }, changes: [change] });
    const unseen = `mutation { publishDraft(draft: "${draft}", note: "x", seen: "other") { code conflicts } }`;
    expect(await ask(unseen)).toEqual({ publishDraft: { code: 'CONFLICT', conflicts: [] } });
    const publish = (note: string) =>
      ask(
        `mutation { publishDraft(draft: "${draft}", note: "${note}", seen: "${seen}", idempotencyKey: "${toKey('one')}") { code revision goesLiveAt } }`,
      );
    const goesLiveAt = new Date(START).toISOString();
    const answer = { publishDraft: { code: 'PUBLISHED', revision: 1, goesLiveAt } };
    expect(await Promise.all([publish('Hello'), publish('Hello')])).toEqual([answer, answer]);
    expect([await publish('Hello'), await hero()]).toEqual([answer, 'Hello']);
    expect(await publish('Other')).toMatchObject({ publishDraft: { code: 'KEY_REUSED' } });
    const first = { revision: 1, note: 'Hello', author: actor, state: 'LIVE', restores: null, files: [EN] };
    expect(await socket.hear()).toMatchObject(event([first]));

    const restore = `mutation { restorePublication(revision: 0, note: "Back", idempotencyKey: "${toKey('two')}") { code revision } }`;
    const restored = { restorePublication: { code: 'PUBLISHED', revision: 2 } };
    expect([await ask(restore), await ask(restore), await hero()]).toEqual([restored, restored, 'Come in']);
    expect(await socket.hear()).toMatchObject(event([{ revision: 2, restores: 0 }, first]));
    await server.stop();
  });

  test('what cannot be published is answered with its reason, and changes nothing', async () => {
    const { server, ask, makeDraft, hero } = await serve();
    const publish = async (draft: string, more = 'note: "x"') =>
      ask(
        `mutation { publishDraft(draft: "${draft}", ${more}) { code conflicts findings { rule file line column message } } }`,
      );
    const broken = await makeDraft(() => '{}\n', 'pages-config/landings/default.json');
    expect(
      await ask(`mutation { submitDraft(draft: "${broken}", note: "") { code findings { file } } }`),
    ).toMatchObject({
      submitDraft: {
        code: 'REFUSED',
        findings: expect.arrayContaining([{ file: 'pages-config/landings/default.json' }]),
      },
    });
    expect(await publish(broken)).toMatchObject({
      publishDraft: {
        code: 'REFUSED',
        findings: expect.arrayContaining([
          expect.objectContaining({ rule: 'schema', file: 'pages-config/landings/default.json', line: 1 }),
        ]),
      },
    });
    const [one, other] = [
      await makeDraft((text) => text.replace('Come in', 'One')),
      await makeDraft((text) => text.replace('Come in', 'Other')),
    ];
    for (const [draft, more, code] of [
      ['none', 'note: "x"', 'UNKNOWN'],
      [one, 'note: " "', 'INVALID_NOTE'],
      [one, `note: "${'x'.repeat(1_001)}"`, 'INVALID_NOTE'],
      [one, 'note: "x", goesLiveAt: "2026-11-27T00:00"', 'INVALID_TIME'],
    ] as const)
      expect(await publish(draft, more)).toMatchObject({ publishDraft: { code } });
    expect(await publish(one, 'note: "x", goesLiveAt: "2026-11-27T00:00+01:00"')).toMatchObject({
      publishDraft: { code: 'PUBLISHED' },
    });
    const now = await makeDraft((text) => text.replace('Come in', 'Now'));
    expect(
      await ask(
        `mutation { publishDraft(draft: "${now}", note: "x") { code scheduled { file revision goesLiveAt mayOverride } } }`,
      ),
    ).toEqual({
      publishDraft: {
        code: 'CONFLICT',
        scheduled: [{ file: EN, revision: 1, goesLiveAt: '2026-11-26T23:00:00.000Z', mayOverride: true }],
      },
    });
    const withdraw = 'mutation { withdrawPublication(revision: 1) { code } }';
    expect([await ask(withdraw), await ask(withdraw), await hero()]).toEqual([
      { withdrawPublication: { code: 'WITHDRAWN' } },
      { withdrawPublication: { code: 'UNKNOWN' } },
      'Come in',
    ]);
    const third = await makeDraft((text) => text.replace('Come in', 'Third'));
    expect(await publish(third)).toMatchObject({ publishDraft: { code: 'PUBLISHED' } });
    expect(await publish(other)).toMatchObject({ publishDraft: { code: 'CONFLICT', conflicts: [EN] } });
    expect(await publish(other, `note: "x", overrides: ["${EN}"]`)).toMatchObject({
      publishDraft: { code: 'PUBLISHED' },
    });
    expect(await hero()).toBe('Other');
    await server.stop();
  });
});
