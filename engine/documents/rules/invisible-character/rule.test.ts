import { expect, test } from 'vitest';
import { checkSmall, shortFindings } from '#tests/helpers/small-project.ts';

const texts = 'locales/fr/landing.json';
const written = (words: string) => ({
  [texts]: (text: string) => text.replace(/"steps": "[^"]+"/, `"steps": "${words}"`),
});

test.each(['pro\u00ADgram', 'می\u200Cخواهم', 'ក\u200Dខ', 'שלום\u200F!', '👩\u200D💻'])(
  'What a text needs is left alone: %j',
  (words) => {
    expect(shortFindings(written(words)).filter((each) => each.startsWith('invisible-character'))).toEqual([]);
  },
);

test.each([
  'pro\u200Bgram',
  '\u00ADprogram',
  'program\u200C',
  'pro\u200Dgram',
  '\u2066program\u2069',
  'a\u2060b',
  'pro\\u0007gram',
])('What is invisible and no script needs is named, and can be taken out: %j', (words) => {
  const [finding, ...others] = checkSmall(written(words));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'invisible-character', file: texts, path: 'steps' });
  expect(finding?.message).toMatch(/U\+[0-9A-F]{4}/);
  expect(finding?.fix?.text).toMatch(/^"[a-z]+"$/);
});

test('The name of an entry with such a character is one finding, whatever is missing under the right name', () => {
  const findings = checkSmall({ [texts]: (text) => text.replace('"steps"', '"steps\u200B"') });
  expect(findings.map(({ rule, file }) => [rule, file])).toEqual([['invisible-character', texts]]);
});
