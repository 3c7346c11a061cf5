import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateJourneyPages } from './journey-pages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'journey-pages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, value: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), typeof value === 'string' ? value : JSON.stringify(value));
}

const toy = {
  machines: {
    visit: {
      subject: 'visitor',
      initial: 'new',
      states: { new: {} },
      transitions: [{ from: ['new'], on: 'ask.done', to: 'new' }],
    },
  },
  flows: { one: { steps: [{ name: 'only', form: 'ask' }] } },
  forms: { ask: { post: 'ask', page: 'landings/default' } },
  outcomes: { ask: { done: [{ stay: true }] } },
};

test('Every document of a journey has a page, with the counts that walks have left', () => {
  write('pages-config/journeys/toy.json', toy);
  const drawn = generateJourneyPages(root);
  expect([...drawn.keys()]).toEqual(['docs/journeys/toy.md']);
  expect(drawn.get('docs/journeys/toy.md')).toContain('s0 --> s0 : ask.done\n');
  write('docs/journeys/walks.json', { visit: { 'new ask.done new': 4 }, 'ask.done': 4 });
  expect(generateJourneyPages(root).get('docs/journeys/toy.md')).toContain('s0 --> s0 : ask.done (×4)\n');
});

test.each([
  ['no JSON', '{'],
  ['no object', []],
  ['a machine without transitions', { ...toy, machines: { visit: { states: {} } } }],
  ['a flow without steps', { ...toy, flows: { one: {} } }],
  ['an outcome that is not a list', { ...toy, outcomes: { ask: { done: { stay: true } } } }],
])('A document that cannot be drawn, %s, is left to the check', (_, written) => {
  write('pages-config/journeys/toy.json', written);
  expect(generateJourneyPages(root).size).toBe(0);
});
