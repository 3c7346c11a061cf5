import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateJourneyPages } from './journey-pages.ts';
import { toyJourney } from '#tests/helpers/toy-journey.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'journey-pages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, value: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), typeof value === 'string' ? value : JSON.stringify(value));
}

test('Every document of a journey has a page, with the counts that walks have left', () => {
  write('pages-config/journeys/toyJourney.json', toyJourney);
  const drawn = generateJourneyPages(root);
  expect([...drawn.keys()]).toEqual(['docs/journeys/toyJourney.md']);
  expect(drawn.get('docs/journeys/toyJourney.md')).toContain('s0 --> s0 : ask.done\n');
  write('docs/journeys/walks.json', { visit: { 'new ask.done new': 4 }, 'ask.done': 4 });
  expect(generateJourneyPages(root).get('docs/journeys/toyJourney.md')).toContain('s0 --> s0 : ask.done (×4)\n');
});

test.each([
  ['no JSON', '{'],
  ['no object', []],
  ['a machine without transitions', { ...toyJourney, machines: { visit: { states: {} } } }],
  ['a flow without steps', { ...toyJourney, flows: { one: {} } }],
  ['an outcome that is not a list', { ...toyJourney, outcomes: { ask: { done: { stay: true } } } }],
])('A document that cannot be drawn, %s, is left to the check', (_, written) => {
  write('pages-config/journeys/toyJourney.json', written);
  expect(generateJourneyPages(root).size).toBe(0);
});
