import { expect, test } from 'vitest';
import type { StudioDocument } from './protocol.ts';
import { recallHistory, rememberHistory } from './remembered-history.ts';
import { createStudioStore } from './store.ts';

test('after a reload of a saved document its steps can be undone; of another one they cannot', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
  const makeStore = (text: string) => {
    const opened: StudioDocument = {
      document: 'pages/a',
      title: 'A',
      draft: { id: 'd', name: 'Spring' },
      files: [],
      texts: { 'a.b': { en: text } },
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
    return createStudioStore(opened, { locale: 'en', width: 1440 }, Date.now, () => undefined);
  };
  const before = makeStore('Come in');
  before.change('a.b', [{ kind: 'text', key: 'a.b', locale: 'en', before: 'Come in', after: 'Hello' }]);
  rememberHistory(before, storage, 'a');
  const after = makeStore('Hello');
  recallHistory(after, storage, 'a');
  after.undo();
  expect(after.getState().content.texts['a.b']).toEqual({ en: 'Come in' });
  const other = makeStore('Someone else wrote this');
  recallHistory(other, storage, 'a');
  expect(other.getState().history.past).toEqual([]);
});
