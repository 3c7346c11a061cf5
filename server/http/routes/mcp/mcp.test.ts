import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import { describe, expect, test, vi } from 'vitest';
import type { Publications } from '#server/site/publications/publications.ts';
import type { Scope } from '#server/staff/permissions.ts';
import { bench } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const EN = 'locales/en/landing.json';
const site = await projectSite();

describe('agents over the Model Context Protocol', () => {
  const { start } = bench('sqlite');

  async function serve(scopes: readonly Scope[] = ['author'], broken: Partial<Publications> = {}) {
    const started = await start({ project: publishedProject(), documents: () => site });
    const backend = { ...started, publications: { ...started.publications, ...broken } };
    const server = await serveSite({ site, backend, settings: testSettings() });
    const made = await backend.staff.createApiToken({ name: 'agent', scopes, holder: null, days: 1 });
    if (made.outcome !== 'created') throw new Error(`Expected a token, not ${made.outcome}.`);
    const ask = (method: string, params: object, headers: Record<string, string> = {}) =>
      fetch(new URL('/api/mcp', server.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${made.token}`,
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
    /** What a tool answers, which comes as an event. */
    const call = async (name: string, input: object): Promise<JsonObject> => {
      const text = await (await ask('tools/call', { name, arguments: input })).text();
      const message: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
      const result = isObject(message) ? (message['result'] ?? message['error']) : null;
      const [content] = isObject(result) ? selectObjects(result['content']) : [];
      const said: unknown = content === undefined ? result : String(content['text']);
      if (typeof said !== 'string') return isObject(said) ? said : {};
      return said.startsWith('{') ? (JSON.parse(said) as JsonObject) : { refused: said };
    };
    return { backend, made, ask, call, url: server.url };
  }

  test('an agent reads, changes and shows a draft, gets findings about its mistakes, and publishes nothing', async () => {
    const { backend, made, call } = await serve();
    const { publications } = backend;
    const before = (await publications.readContent()).get(EN) ?? '';
    expect(await call('read_schema', { name: 'hero' })).toMatchObject({ name: 'hero', schema: { type: 'object' } });
    const draft = String((await call('create_draft', { name: 'Agent' }))['id']);
    const { content, version, seen } = await call('read_file', { path: EN, draft });
    expect([content, version]).toEqual([before, 0]);
    const save = (text: string, read: number, hash = seen) =>
      call('save_files', { draft, files: [{ path: EN, content: text, version: read, seen: hash }] });
    const wrong = await save(before.replace('Come in', 'Come {nowhere}'), 0);
    expect(wrong).toMatchObject({ saved: true, errors: [{ file: EN, line: expect.any(Number) }] });
    expect(await call('submit_draft', { draft })).toMatchObject({
      error: expect.stringMatching(/correct its errors/),
      errors: [{ file: EN }],
    });
    expect(await call('read_draft', { draft })).toMatchObject({ submission: null });
    expect(await save(before.replace('Come in', 'Welcome'), 0)).toMatchObject({
      error: expect.stringMatching(/read it again/),
    });
    expect(await save(before.replace('Come in', 'Welcome'), 1)).toMatchObject({
      file: { version: 1, content: expect.stringContaining('Come {nowhere}') },
    });
    const again = await call('read_file', { path: EN, draft });
    expect(await save(before.replace('Come in', 'Welcome'), 1, again['seen'])).toMatchObject({
      saved: true,
      errors: [],
    });
    expect(await call('check_draft', { draft })).toMatchObject({ errors: [] });
    const shown = await call('create_preview_link', { draft, locale: 'en' });
    expect(String(shown['url'])).toMatch(/^https?:.*\/do\/preview\/[\w-]+/);
    expect(await call('submit_draft', { draft, note: 'For Friday' })).toEqual({ submitted: true });
    expect(await call('read_draft', { draft })).toMatchObject({ submission: { note: 'For Friday', declined: null } });
    const tools = await call('publish', { draft });
    expect(tools).toMatchObject({ message: 'Tool publish not found' });
    expect((await publications.readContent()).get(EN)).toBe(before);
    expect(await publications.readDraft(draft)).toMatchObject({ createdBy: `program:${made.id}`, files: 1 });
    expect((await backend.staff.readAudit(9)).map(({ actor, action }) => [actor, action])).toContainEqual([
      `program:${made.id}`,
      'draft.create',
    ]);
  });

  test('what a person saved or published since an agent read it is not overwritten or taken out', async () => {
    const { backend, call } = await serve();
    const { publications } = backend;
    const before = (await publications.readContent()).get(EN) ?? '';
    const person = { actor: 'author-1' };
    const put = async (draft: string, text: string) =>
      publications.saveFiles({
        ...person,
        draft,
        files: [{ path: EN, content: before.replace('Come in', text), version: 0 }],
      });
    const draft = String((await call('create_draft', { name: 'Agent' }))['id']);
    const { content, version, seen } = await call('read_file', { path: EN, draft });
    const other = (await publications.createDraft({ name: 'Person', ...person })).id;
    await put(other, 'Published');
    await publications.publish({ draft: other, note: 'x', goesLiveAt: null, key: 'x', ...person });
    const refused = { error: expect.stringMatching(/someone else saved/) };
    expect(await call('save_files', { draft, files: [{ path: EN, content, version, seen }] })).toMatchObject(refused);
    // Taken out and saved again, a file has its first version again.
    await put(draft, 'One');
    const first = await call('read_file', { path: EN, draft });
    await publications.revertFile({ draft, path: EN, ...person });
    await put(draft, 'Two');
    expect(await call('save_files', { draft, files: [first] })).toMatchObject(refused);
    expect(await call('revert_file', { draft, path: EN, seen: first['seen'] })).toMatchObject(refused);
    expect((await publications.readContent(draft)).get(EN)).toContain('Two');
    await publications.discardDraft({ draft, ...person });
    const gone = { error: expect.stringMatching(/^There is no draft/) };
    for (const [name, input] of [
      ['list_files', {}],
      ['read_file', { path: EN }],
      ['read_draft', {}],
      ['save_files', { files: [first] }],
      ['revert_file', { path: EN, seen: '' }],
      ['check_draft', {}],
      ['create_preview_link', { locale: 'en' }],
      ['submit_draft', {}],
    ] as const)
      expect.soft(await call(name, { draft, ...input }), name).toMatchObject(gone);
  });

  test('what a tool cannot do is said in words, and nothing outside content is read or written', async () => {
    const error = {
      rule: 'single-h1',
      severity: 'error',
      file: EN,
      line: 1,
      column: 1,
      path: '',
      message: '',
    } as const;
    const check = async () => ({ errors: Array.from({ length: 150 }, () => error), warnings: [], newWarnings: [] });
    const { ask, call } = await serve(['author'], { check });
    const draft = String((await call('create_draft', { name: 'Agent' }))['id']);
    const file = (path: string) =>
      call('save_files', { draft, files: [{ path, content: '{}', version: 0, seen: '' }] });
    for (const path of ['package.json', '../../etc/passwd', 'pages-config/brand.json', 'pages-config/phases.json'])
      expect(await file(path)).toMatchObject({ error: 'Nothing was saved.' });
    expect(await call('read_file', { path: '../../../etc/passwd' })).toMatchObject({ error: expect.any(String) });
    expect(await call('read_schema', { name: 'nothing' })).toMatchObject({ error: 'There is no schema "nothing".' });
    expect(await call('read_draft', { draft: 'none' })).toMatchObject({
      error: expect.stringMatching(/no draft "none"/),
    });
    expect(await call('create_draft', { name: '' })).toMatchObject({
      refused: expect.stringMatching(/Input validation/),
    });
    const many = await call('check_draft', { draft });
    expect([many['errors'], many['errorsInAll']]).toEqual([expect.objectContaining({ length: 100 }), 150]);
    const large = await ask('tools/call', { name: 'list_files', arguments: { search: 'x'.repeat(1_100_000) } });
    expect([large.status, await large.text()]).toEqual([
      413,
      expect.stringMatching(/larger than .* send less at once/),
    ]);
  });

  test('it needs a token of the scope for drafts, and no page of another site gets there', async () => {
    const { ask, made, url } = await serve();
    const status = async (headers: Record<string, string>) => (await ask('tools/list', {}, headers)).status;
    expect(await status({})).toBe(200);
    expect(await status({ authorization: '' })).toBe(401);
    expect(await status({ authorization: `Bearer ${'x'.repeat(43)}` })).toBe(401);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    const stream = await fetch(new URL('/api/mcp', url), { headers: { authorization: `Bearer ${made.token}` } });
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
    const other = await serve(['results', 'publish']);
    expect((await other.ask('tools/list', {})).status).toBe(403);
  });

  test('a tool that fails answers 503 in an outage of the database and 500 otherwise, in no words of the error', async () => {
    for (const [error, status, said] of [
      [Object.assign(new Error('postmaster exit'), { code: '57P02' }), 503, /The server is busy/],
      [new Error('postmaster exit'), 500, /./],
    ] as const) {
      const { ask } = await serve(['author'], {
        listDrafts: vi.fn<Publications['listDrafts']>().mockRejectedValue(error),
      });
      const answer = await ask('tools/call', { name: 'list_drafts', arguments: {} });
      const text = await answer.text();
      expect([answer.status, text]).toEqual([status, expect.stringMatching(said)]);
      expect(text).not.toContain('postmaster');
    }
  });
});
