import { describe, expect, test } from 'vitest';
import { listCompletions, findDescription, type JsonVocabulary, placeFindings } from './json-assistance.ts';

const about = { description: '', isRequired: false } as const;
const title = { ...about, name: 'title', kind: 'text', description: 'The promise.' } as const;
const label = { ...about, name: 'label', kind: 'text' } as const;
const item = { ...about, name: '', kind: 'object', fields: [label, { ...about, name: 'to', kind: 'target' }] } as const;
const vocabulary: JsonVocabulary = {
  fields: [
    title,
    { ...about, name: 'variant', kind: 'choice', options: ['split', 'side'] },
    { ...about, name: 'isWide', kind: 'boolean' },
    { ...about, name: 'actions', kind: 'list', item },
  ],
  blockFields: { notice: [{ ...about, name: 'note', kind: 'text' }] },
  listValues: ({ kind }) => (kind === 'target' ? ['#join', '/faq'] : kind === 'text' ? ['sale.title'] : []),
};

/** Completions at the mark `^`, which is removed from the text. */
function completeAt(marked: string): readonly string[] {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const found = listCompletions(text, offset, vocabulary);
  return (found?.completions ?? []).map(({ text: inserted }) => text.slice(0, found?.from) + inserted);
}

describe('the JSON editor completes', () => {
  test.each([
    [
      'names of properties that the block lacks',
      '{"title": "a", ^}',
      ['"variant": "split"', '"isWide": true', '"actions": []'],
    ],
    [
      'a name that is being typed, whose value stays',
      '{"va^": 1, "title": "a", "isWide": true}',
      ['"variant"', '"actions"'],
    ],
    ['values of a choice', '{"variant": ^}', ['"split"', '"side"']],
    ['a value in place of another one', '{"variant": "sp^lit"}', ['"split"', '"side"']],
    ['keys of texts', '{"title": "^"}', ['"sale.title"']],
    ['names of properties of list items', '{"actions": [{"to": "#a", ^}]}', ['"label": ""']],
    ['targets in list items', '{"actions": [{"to": "^"}]}', ['"#join"', '"/faq"']],
    ['properties of inner blocks', '{"blocks": [{"type": "notice", ^}]}', ['"note": ""']],
  ])('%s', (_, marked, expected) => {
    const prefixes = completeAt(marked);
    expect(prefixes.map((text, index) => text.endsWith(expected[index] ?? 'none'))).toEqual(expected.map(() => true));
  });

  test('nothing where any value is possible', () => {
    expect(completeAt('{"unknown": ^}')).toEqual([]);
  });
});

test('a property is described under the pointer', () => {
  const text = '{"title": "sale.title"}';
  expect(findDescription(text, text.indexOf('sale'), vocabulary)).toMatchObject({
    description: 'The promise.',
    from: 10,
  });
  expect(findDescription(text, 0, vocabulary)).toBeNull();
});

test('a finding marks the innermost value that it is about, or the key of its text', () => {
  const text = '{"title": "sale.title", "actions": [{"to": "#gone"}]}';
  const finding = { rule: 'r', severity: 'error', message: '', file: 'a.json' } as const;
  const place = { file: 'a.json', path: ['blocks', 1] };
  const marked = (path: string, more = {}): readonly string[] =>
    placeFindings(text, place, [{ ...finding, path, ...more }]).map(({ from, to }) => text.slice(from, to));
  expect(marked('blocks[1].actions[0].to')).toEqual(['"#gone"']);
  expect(marked('blocks[1].missing')).toEqual([text]);
  expect(marked('blocks[10].title')).toEqual([]);
  expect(marked('title', { text: { key: 'sale.title', locale: 'de' } })).toEqual(['"sale.title"']);
});
