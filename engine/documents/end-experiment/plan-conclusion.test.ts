import { expect, test } from 'vitest';
import { type Changes, experimentWith, smallProject } from '#tests/helpers/small-project.ts';
import type { JsonObject } from '../json.ts';
import { resolve } from '../resolve.ts';
import { describePages } from './changed-pages.ts';
import { type Ended, type Conclusion, planConclusion } from './plan-conclusion.ts';

const landing = (name: string): string => `pages-config/landings/${name}.json`;
const variant = (changes: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  $schema: 'x',
  version: 4,
  extends: 'landings/default',
  ...more,
  changes,
});
const short = variant([{ op: 'set', block: 'hero', props: { text: 'landing.summer', variant: 'short' } }]);
const setTitle = { op: 'document', set: { meta: { title: 'landing.steps' } } };

function end(changes: Changes, ending: Omit<Conclusion, 'experiment'> = {}, key = 'a-first') {
  const input = smallProject(changes);
  const before = resolve(input);
  if (!before.ok) throw new Error(before.findings.map(({ message }) => message).join('\n'));
  const experiment = before.site.experiments.find((each) => each.key === key);
  if (experiment === undefined) throw new Error(`There is no experiment "${key}".`);
  return { input, ended: planConclusion(input, before, { ...ending, experiment }) };
}

function listFiles(ended: Ended): Readonly<Record<string, string | null>> {
  if (!ended.ok) throw new Error(ended.findings.map(({ message }) => message).join('\n'));
  return Object.fromEntries(ended.files);
}

const refusals = (ended: Ended): readonly string[] =>
  ended.ok ? [] : ended.findings.map(({ file, path, message }) => `${file} ${path}: ${message}`);

test('The changes of the winner become part of the document, which keeps its layout, and all that only variations had is gone', () => {
  const { input, ended } = end(
    {
      [landing('short')]: short,
      [landing('night')]: variant([setTitle, { op: 'document', set: { theme: 'ink' } }]),
      [landing('summer')]: null,
      'pages-config/experiments/a-first.json': experimentWith(['short', 'night']),
    },
    { winner: 'night' },
  );
  const files = listFiles(ended);
  expect(Object.keys(files)).toEqual(
    [
      ...['de', 'en', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => `locales/${locale}/landing.json`),
      'pages-config/experiments/a-first.json',
      landing('default'),
      landing('night'),
      landing('short'),
    ].toSorted(),
  );
  expect(files[landing('short')]).toBeNull();
  // Neither the text of the loser nor the title that the winner replaced is shown by anybody now.
  expect(Object.keys(JSON.parse(files['locales/de/landing.json'] ?? '') as object)).toEqual([
    'description',
    'hero',
    'steps',
    'labels',
  ]);
  const [written = ''] = input.layers.flatMap((layer) => layer.files.get(landing('default')) ?? []);
  expect(files[landing('default')]).toBe(
    written
      .replace('"title": "landing.title"', '"title": "landing.steps"')
      .replace('  ]\n}', '  ],\n  "theme": "ink"\n}'),
  );
});

test('Blocks that the winner puts in, moves and takes out leave the others as they are written', () => {
  const note = { id: 'note', type: 'rich-text', title: 'landing.summer' };
  const { input, ended } = end(
    {
      [landing('other')]: variant([
        { op: 'insert', after: 'hero', blocks: [note] },
        { op: 'move', block: 'hero', after: 'header' },
        { op: 'move', block: 'steps', after: 'hero' },
        { op: 'set', block: 'steps', props: { lead: null } },
      ]),
      'pages-config/experiments/a-first.json': experimentWith(['other']),
    },
    { winner: 'other' },
  );
  const after = listFiles(ended)[landing('default')] ?? '';
  const blocks = (JSON.parse(after) as { blocks: readonly JsonObject[] }).blocks;
  expect(blocks.map(({ id }) => id)).toEqual(['header', 'hero', 'steps', 'note']);
  expect(after).toContain('    { "id": "note", "type": "rich-text", "title": "landing.summer" }\n');
  const [written = ''] = input.layers.flatMap((layer) => layer.files.get(landing('default')) ?? []);
  const hero = /\{\s+"id": "hero"[^]+?\n {4}\}/.exec(written)?.[0] ?? 'none';
  expect(after).toContain(hero);
});

test('A variant takes the changes as they are, and its own variants are based on it', () => {
  const { ended } = end(
    {
      [landing('night')]: variant([setTitle], { extends: 'landings/summer' }),
      [landing('later')]: variant([{ op: 'document', set: { theme: 'day' } }], { extends: 'landings/night' }),
      'pages-config/experiments/a-first.json': experimentWith(['night'], { document: 'landings/summer' }),
    },
    { winner: 'night' },
  );
  const files = listFiles(ended);
  expect(JSON.parse(files[landing('summer')] ?? '')).toMatchObject({
    slug: 'summer',
    changes: [{ op: 'set', pin: '0701efed6dd9' }, { set: { theme: 'ink' } }, setTitle],
  });
  expect(JSON.parse(files[landing('later')] ?? '')).toMatchObject({ extends: 'landings/summer' });
  expect(files[landing('night')]).toBeNull();
});

const relabel = { op: 'set', block: 'header/bar', props: { login: { label: 'site.join' } } };

test('What the winner changes inside a fragment that other documents use is said in a copy of it', () => {
  const { ended } = end(
    {
      [landing('slim')]: variant([relabel]),
      'pages-config/experiments/a-first.json': experimentWith(['slim']),
    },
    { winner: 'slim' },
  );
  const files = listFiles(ended);
  expect(JSON.parse(files['pages-config/fragments/header-a-first.json'] ?? '')).toMatchObject({
    blocks: [{ id: 'bar', nav: [{ label: 'site.about' }], login: { label: 'site.join', to: 'link:login' } }],
  });
  expect(files[landing('default')]).toContain('"fragment": "fragments/header-a-first"');
  expect(files).not.toHaveProperty(['pages-config/fragments/header.json']);
});

test('A fragment without other uses is changed in place; an unused one is removed', () => {
  const { ended } = end(
    {
      [landing('default')]: (text) => text.replace('  ]\n}', '  ,{ "id": "own", "fragment": "fragments/own" }]\n}'),
      'pages-config/fragments/own.json': fragmentWith('landing.hero'),
      [landing('slim')]: variant([
        { op: 'set', block: 'own/text', props: { title: 'landing.steps' } },
        { op: 'insert', after: 'hero', blocks: [{ id: 'more', fragment: 'fragments/more' }] },
      ]),
      [landing('loser')]: variant([
        { op: 'insert', after: 'hero', blocks: [{ id: 'less', fragment: 'fragments/less' }] },
      ]),
      'pages-config/fragments/more.json': fragmentWith('landing.summer'),
      'pages-config/fragments/less.json': fragmentWith('landing.hero'),
      'pages-config/experiments/a-first.json': experimentWith(['slim', 'loser']),
    },
    { winner: 'slim' },
  );
  const files = listFiles(ended);
  expect(files['pages-config/fragments/own.json']).toContain('landing.steps');
  expect(files['pages-config/fragments/less.json']).toBeNull();
  expect(files).not.toHaveProperty(['pages-config/fragments/more.json']);
});

test('Blocks inside a fragment would get other ids there, so that the winner is refused', () => {
  const bar = {
    id: 'other',
    type: 'header',
    nav: [{ label: 'site.about', to: 'pages/about-us' }],
    login: { label: 'site.login', to: 'link:login' },
  };
  const { ended } = end(
    {
      [landing('slim')]: variant([{ op: 'replace', block: 'header/bar', with: bar }]),
      'pages-config/experiments/a-first.json': experimentWith(['slim']),
    },
    { winner: 'slim' },
  );
  expect(refusals(ended)).toEqual([
    expect.stringMatching(/slim\.json changes\[0\]: The change brings blocks into the fragment "fragments\/header"/),
  ]);
});

test('A document that overwrites what the winner changes stays as it looks, and its pin moves with the base', () => {
  const { ended } = end(
    {
      [landing('short')]: variant([{ op: 'set', block: 'hero', props: { title: 'landing.steps' } }]),
      'pages-config/experiments/a-first.json': experimentWith(['short']),
    },
    { winner: 'short' },
  );
  expect(listFiles(ended)[landing('summer')]).toMatch(/"pin": "(?!0701efed6dd9)[0-9a-f]{12}"/);
  expect(ended).toMatchObject({ ok: true, changedPages: [] });
});

test('A document that looks different is listed in every language, with what it says before and after', () => {
  const { ended } = end(
    {
      [landing('short')]: variant([
        { op: 'set', block: 'hero', props: { text: 'landing.summer', variant: 'short' } },
        { op: 'remove', block: 'steps' },
      ]),
      'pages-config/experiments/a-first.json': experimentWith(['short']),
      [landing('default')]: (text) => text.replace('#steps', 'pages/about-us'),
      'pages-config/pages/about-us.json': (text) => text.replace('landings/default#steps', 'landings/default'),
    },
    { winner: 'short' },
  );
  if (!ended.ok) throw new Error(refusals(ended).join('\n'));
  const lines = describePages(ended.changedPages);
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}landings\/summer, every language, order of blocks: .*steps.* → (?!.*steps)/),
  );
  for (const locale of ['de', 'en', 'fr', 'it', 'nl', 'pl', 'sv'])
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^  landings/summer, ${locale}, hero\\.text: (?:nothing|".*") → ".+"$`)),
    );
  expect(lines.filter((line) => line.includes('landings/default,'))).toEqual([]);
});

test('Changes of a block that the winner takes out have nothing left to do; a block in its place is a decision', () => {
  const project = (op: JsonObject): Changes => ({
    [landing('less')]: variant([{ op: 'remove', block: 'steps' }]),
    [landing('summer')]: (text) => text.replace('"changes": [', `"changes": [ ${JSON.stringify(op)},`),
    'pages-config/experiments/a-first.json': experimentWith(['less']),
    [landing('default')]: (text) => text.replace('#steps', 'pages/about-us'),
    'pages-config/pages/about-us.json': (text) => text.replace('landings/default#steps', 'landings/default'),
  });
  const winner = { winner: 'less' };
  const files = listFiles(end(project({ op: 'set', block: 'steps', props: { lead: null } }), winner).ended);
  expect(JSON.parse(files[landing('summer')] ?? '')).toMatchObject({
    changes: [{ block: 'hero' }, { op: 'document' }],
  });
  const other = { id: 'steps', type: 'rich-text', title: 'landing.summer' };
  expect(refusals(end(project({ op: 'replace', block: 'steps', with: other }), winner).ended)).toEqual([
    expect.stringContaining('summer.json changes[0].block'),
  ]);
});

const insert = (id: string): JsonObject =>
  variant([{ op: 'insert', after: 'hero', blocks: [{ id, type: 'rich-text', title: 'landing.steps' }] }]);

test('Anyone who has a variation of another live experiment sees the same page as before, or nothing is ended', () => {
  const project = (first: JsonObject): Changes => ({
    [landing('summer')]: null,
    [landing('one')]: first,
    [landing('two')]: insert('two'),
    'pages-config/experiments/a-first.json': experimentWith(['two']),
    'pages-config/experiments/b-second.json': experimentWith(['one']),
  });
  const { ended: apart } = end(project(short), { winner: 'one' }, 'b-second');
  expect(listFiles(apart)[landing('default')]).toContain('"variant": "short"');
  // Applied by their keys, "two" is behind "one" today; with "one" in the document it would be before it.
  const { ended: together } = end(project(insert('one')), { winner: 'one' }, 'b-second');
  expect(refusals(together)).toEqual([expect.stringContaining('variation "two" of the live experiment "a-first"')]);
});

test('The end of one experiment leaves the others as they are written', () => {
  const { ended } = end({
    [landing('one')]: short,
    [landing('two')]: variant([setTitle]),
    'pages-config/experiments/a-first.json': experimentWith(['one']),
    'pages-config/experiments/b-second.json': experimentWith(['two']),
  });
  const files = listFiles(ended);
  expect(files).not.toHaveProperty(['pages-config/experiments/b-second.json']);
  expect(files).not.toHaveProperty([landing('default')]);
});

test('A landing that visitors were redirected to takes the place of the tested one, whose address stays', () => {
  const { ended } = end(
    {
      ...wholeLanding('steps', 'fragments/header'),
      ...wholeLanding('lean', 'fragments/header'),
      'pages-config/experiments/a-first.json': experimentWith([], {
        document: 'landings/steps',
        variations: [
          { key: 'steps', weight: 1 },
          { key: 'summer', redirect: 'landings/summer', weight: 1 },
          { key: 'lean', redirect: 'landings/lean', weight: 1 },
        ],
      }),
    },
    { winner: 'summer' },
  );
  const files = listFiles(ended);
  expect(JSON.parse(files[landing('steps')] ?? '')).toMatchObject({ slug: 'steps', extends: 'landings/default' });
  expect([files[landing('summer')], files[landing('lean')]]).toEqual([null, null]);
});

test('A document that another one names stays, and a page with a window is not permanent', () => {
  const { ended } = end({
    [landing('one')]: { ...short, slug: 'one' },
    'pages-config/experiments/a-first.json': experimentWith(['one']),
    ...linkFromHeader('landings/one'),
  });
  expect(ended).toMatchObject({ ok: true, retained: [{ document: 'landings/one', namedBy: 'fragments/header' }] });
  const { ended: windowed } = end(
    {
      [landing('one')]: { ...short, window: { to: '2027-01-01T00:00', zone: 'Europe/Berlin' } },
      'pages-config/experiments/a-first.json': experimentWith(['one']),
    },
    { winner: 'one' },
  );
  expect(refusals(windowed)).toEqual([expect.stringContaining('one.json window: "landings/one" has a window')]);
});

test('On each of its pages the winner becomes part of the page, and the losers are gone from all of them', () => {
  const summer = (changes: readonly JsonObject[]): JsonObject => variant(changes, { extends: 'landings/summer' });
  const text = { op: 'set', block: 'hero', props: { text: 'landing.summer' } };
  const { ended } = end(
    {
      [landing('night')]: variant([{ op: 'document', set: { theme: 'ink' } }]),
      [landing('night-summer')]: summer([text]),
      [landing('loser-summer')]: summer([setTitle]),
      'pages-config/experiments/a-first.json': experimentWith(['night'], {
        variations: [
          { key: 'control', weight: 1 },
          { key: 'night', variant: 'landings/night', weight: 1 },
          { key: 'loser', variant: 'landings/loser', weight: 1 },
        ],
        pages: [
          {
            document: 'landings/summer',
            variations: [
              { key: 'night', variant: 'landings/night-summer' },
              { key: 'loser', variant: 'landings/loser-summer' },
            ],
          },
        ],
      }),
      [landing('loser')]: variant([setTitle]),
    },
    { winner: 'night' },
  );
  const files = listFiles(ended);
  expect(files[landing('default')]).toContain('"theme": "ink"');
  expect((JSON.parse(files[landing('summer')] ?? '') as { changes: readonly JsonObject[] }).changes.at(-1)).toEqual(
    text,
  );
  for (const gone of ['night', 'night-summer', 'loser', 'loser-summer']) expect(files[landing(gone)]).toBeNull();
  expect(files['pages-config/experiments/a-first.json']).toBeNull();
});

test('An experiment whose variations others wait for stays until they end, and they are named', () => {
  const { ended } = end({
    [landing('one')]: short,
    [landing('two')]: variant([setTitle]),
    'pages-config/experiments/a-first.json': experimentWith(['one']),
    'pages-config/experiments/b-second.json': experimentWith(['two'], {
      prerequisites: [{ experiment: 'a-first', variations: ['one'] }],
    }),
  });
  expect(refusals(ended)).toEqual([
    expect.stringContaining('"b-second" takes only visitors who have a variation of "a-first"'),
  ]);
});

function wholeLanding(name: string, header: string): Changes {
  return {
    [landing(name)]: {
      $schema: 'x',
      version: 4,
      slug: name,
      layout: 'default',
      meta: { title: 'landing.title', description: 'landing.description' },
      blocks: [
        { id: 'header', fragment: header, area: 'header' },
        { id: 'text', type: 'rich-text', level: 1, title: 'landing.steps' },
      ],
    },
  };
}

function fragmentWith(title: string): JsonObject {
  return { $schema: 'x', version: 4, blocks: [{ id: 'text', type: 'rich-text', title }] };
}

function linkFromHeader(to: string): Changes {
  return { 'pages-config/fragments/header.json': (text) => text.replace('pages/about-us', to) };
}
