import { expect, test } from 'vitest';
import { hashSourceText } from '../confirmed-texts.ts';
import { readVersions } from '../texts.ts';
import { parseConfirmed } from './confirmed.ts';
import type { TranslatableText } from './entries.ts';

const entry = (key: string, en: string, de: string): TranslatableText => {
  const versions = readVersions({ en, de }, { file: 'a.json', path: [] });
  const source = versions.get('en');
  if (source === undefined) throw new Error('A source was expected.');
  return { key, source, versions };
};
const before = JSON.stringify({ de: { 'a.old': '111111111111', 'a.other': '222222222222' } });

test('Who knows a part of the texts leaves the confirmations of all others as they are, and drops those of another source', () => {
  const [old, now] = [entry('a.old', 'New words', 'Alt'), entry('a.now', 'Words', 'Worte')];
  const written = (others: 'drop' | 'keep') =>
    JSON.parse(parseConfirmed(before, others)?.with([{ entry: now, locale: 'de' }], [old, now]) ?? '');
  const own = { 'a.now': hashSourceText('Words') };
  expect(written('keep')).toEqual({ de: { ...own, 'a.other': '222222222222' } });
  expect(written('drop')).toEqual({ de: own });
});

test('A file of another shape is no list of confirmations', () => {
  for (const text of ['{', '[]', '{ "de": [] }', '{ "de": { "a.b": 1 } }'])
    expect(parseConfirmed(text, 'keep')).toBe(null);
});
