import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseObject, selectObjects } from '#engine/documents/json.ts';
import type { OutlineBlock, PreviewResponse, SaveResponse, StudioDocument, StudioEdits } from './protocol.ts';
import { SignedOutError } from './server.ts';
import { createSession } from './session.ts';
import { createStudioStore, collectEdits, hasNoEdits, type StudioStore } from './store.ts';

const FILE = 'pages-config/pages/a.json';
const opened: StudioDocument = {
  document: 'pages/a',
  title: 'A',
  draft: { id: 'd', name: 'Spring' },
  files: [{ path: FILE, text: '{}', version: 0, isOwn: true }],
  texts: { 'a.b': { en: 'Come in', de: 'Herein' } },
  publishedTexts: {},
  sharedTexts: {},
  outline: [],
  fields: {},
  targets: [],
  images: [],
  forms: [],
  pageFields: [],
  formFields: [],
  steps: [],
  flows: [],
  brands: [],
  claims: [],
  versions: [],
};
const rendered: PreviewResponse = { code: 'RENDERED', html: 'page', findings: [], colleague: null };

const readOutline = (content: string): readonly OutlineBlock[] =>
  selectObjects(parseObject(content)['blocks']).map(({ id }, index) => ({
    id: String(id),
    type: 'hero',
    place: { file: FILE, path: ['blocks', index] },
    moved: {},
    blocks: [],
  }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a session of the studio', () => {
  function begin(answers: readonly (SaveResponse | Error | Promise<SaveResponse>)[]) {
    const saves: StudioEdits[] = [];
    const previews: StudioEdits[] = [];
    const shown: string[] = [];
    const left = [...answers];
    const session = createSession(
      {
        open: async () => opened,
        published: async () => '',
        upload: async () => ({ code: 'REFUSED', message: '' }),
        impact: async () => ({ pages: [], experiments: [], size: null }),
        createVariation: async () => ({ code: 'REFUSED', message: '' }),
        blocks: async () => ({ examples: [], texts: {}, fields: {}, slots: {}, fragments: [] }),
        async preview(_locale, _conditions, edits) {
          previews.push(edits);
          return { ...rendered, outline: edits.files.flatMap(({ content }) => readOutline(content)) };
        },
        async save(edits) {
          saves.push(edits);
          const answer = left.shift() ?? { code: 'SAVED', versions: {} };
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      () => store,
      (html) => shown.push(html),
    );
    const store: StudioStore = createStudioStore(opened, { locale: 'en', width: 1440 }, Date.now, () =>
      session.changed(),
    );
    const type = (before: string, after: string): void =>
      store.change('a.b en', [{ kind: 'text', key: 'a.b', locale: 'en', before, after }]);
    return { store, session, saves, previews, shown, type };
  }

  test('what is typed is shown at once and stored a moment after the last key, without what did not change', async () => {
    const { store, saves, shown, type } = begin([]);
    type('Come in', 'Come i');
    type('Come i', 'Come inside');
    expect(store.getState().save).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['page', 'page']);
    expect(saves).toEqual([]);
    await vi.runAllTimersAsync();
    expect(saves).toEqual([{ files: [], texts: [{ key: 'a.b', locale: 'en', was: 'Come in', value: 'Come inside' }] }]);
    expect(store.getState().save).toBe('saved');
    store.undo();
    await vi.runAllTimersAsync();
    expect(saves.at(-1)?.texts).toEqual([{ key: 'a.b', locale: 'en', was: 'Come inside', value: 'Come in' }]);
  });

  test('A response about the page before the last edit does not bring back its blocks', async () => {
    const { store } = begin([]);
    const shown: string[][] = [];
    store.subscribe(({ outline }) => shown.push(outline.map(({ id }) => id)));
    const write = (id: string): string => JSON.stringify({ blocks: [{ id }] });
    store.change('insert', [{ kind: 'file', path: FILE, before: '{}', after: write('hero') }]);
    store.change('rename', [{ kind: 'file', path: FILE, before: write('hero'), after: write('top') }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().outline.map(({ id }) => id)).toEqual(['top']);
    expect(shown.flat()).not.toContain('hero');
  });

  test('A request without a response is repeated, and the state says so meanwhile', async () => {
    const { store, saves, type } = begin([new Error('offline'), new SignedOutError()]);
    type('Come in', 'Come');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.getState().save).toBe('failed');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.getState().save).toBe('signed-out');
    await vi.runAllTimersAsync();
    expect([store.getState().save, saves.length]).toEqual(['saved', 3]);
  });

  test('a change that is taken back while it is being stored leaves the page as soon as it is stored', async () => {
    const { promise, resolve } = Promise.withResolvers<SaveResponse>();
    const { store, saves, previews, type } = begin([promise]);
    type('Come in', 'Come');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saves).toHaveLength(1);
    store.undo();
    resolve({ code: 'SAVED', versions: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(previews.at(-1)?.texts).toEqual([{ key: 'a.b', locale: 'en', was: 'Come', value: 'Come in' }]);
  });

  test('a conflict stores nothing until a version is chosen, which undo can take back', async () => {
    const theirs = { path: FILE, text: '{"a":1}', version: 4 };
    const conflict: SaveResponse = { code: 'CONFLICT', files: [theirs], texts: [] };
    const { store, session, saves } = begin([conflict]);
    store.change('file', [{ kind: 'file', path: FILE, before: '{}', after: '{"a":2}' }]);
    await vi.runAllTimersAsync();
    expect(store.getState()).toMatchObject({ save: 'conflict', conflict });
    session.save();
    await vi.runAllTimersAsync();
    expect(saves).toHaveLength(1);
    session.settle(new Set([FILE]));
    await vi.runAllTimersAsync();
    expect(store.getState().content.files[FILE]).toBe(theirs.text);
    expect(hasNoEdits(collectEdits(store.getState()))).toBe(true);
    store.undo();
    await vi.runAllTimersAsync();
    expect(saves.at(-1)?.files).toEqual([{ path: FILE, content: '{"a":2}', version: 4 }]);
  });

  test('undo after a conflict keeps what only the other person changed', async () => {
    const write = (a: string, b: string) =>
      JSON.stringify({
        blocks: [
          { id: 'a', title: a },
          { id: 'b', title: b },
        ],
      });
    const { store, session } = begin([
      { code: 'SAVED', versions: { [FILE]: 1 } },
      { code: 'CONFLICT', files: [{ path: FILE, text: write('old', 'theirs'), version: 4 }], texts: [] },
    ]);
    store.change('file', [{ kind: 'file', path: FILE, before: '{}', after: write('old', 'old') }]);
    await vi.runAllTimersAsync();
    store.change('file', [{ kind: 'file', path: FILE, before: write('old', 'old'), after: write('mine', 'old') }]);
    await vi.runAllTimersAsync();
    session.settle(new Set());
    const merged = store.getState().content.files[FILE];
    expect(JSON.parse(merged ?? '')).toEqual(JSON.parse(write('mine', 'theirs')));
    store.undo();
    expect(store.getState().content.files[FILE]).toBe(merged);
  });
});
