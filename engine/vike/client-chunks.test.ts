import { expect, test } from 'vitest';
import { assignFiles } from './client-chunks.ts';

const entries = {
  start: 'start',
  islands: 'islands',
  'island-form': 'form',
  'island-list': 'list',
  watch: 'watch',
  behaviour: 'behaviour',
};

/** Modules with what they import, and what they load by `import()`. */
const graph: Readonly<Record<string, readonly [string[], string[]?]>> = {
  start: [['navigate']],
  navigate: [['page-data']],
  islands: [
    ['react', 'page-data', 'once'],
    ['graphql', 'flags'],
  ],
  flags: [['react', 'growthbook']],
  form: [['fields', 'form.css', 'react']],
  list: [['fields', 'react']],
  watch: [['once'], ['socket']],
  graphql: [['apollo', 'tell']],
  socket: [['backoff']],
  apollo: [[]],
};

const files = assignFiles(entries, (id) => {
  const [importedIds = [], dynamicallyImportedIds = []] = graph[id] ?? [];
  return { importedIds, dynamicallyImportedIds };
});

test.each([
  ['navigate', 'start', 'what the first module imports'],
  ['page-data', 'start', 'what the first module and islands share'],
  ['once', 'start', 'what islands share with something loaded later'],
  ['react', 'islands', 'what only islands need, and what they load later'],
  ['fields', 'islands', 'what several blocks share'],
  ['form.css', 'island-form', 'what one block needs'],
])('%s goes into %s: %s', (id, file) => {
  expect(files.get(id)).toBe(file);
});

test('what only later steps import is left to the bundler', () => {
  for (const id of ['watch', 'behaviour', 'graphql', 'apollo', 'socket', 'backoff', 'tell', 'flags', 'growthbook'])
    expect(files.has(id), id).toBe(false);
});

test('a file holds no other entry', () => {
  for (const name of ['start', 'islands', 'island-form', 'island-list'] as const)
    expect(files.get(entries[name])).toBe(name);
});
