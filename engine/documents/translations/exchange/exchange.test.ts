import { beforeAll, describe, expect, test } from 'vitest';
import { type Imported, importInto, openTranslations, type TranslationDesk } from '#tests/helpers/translation-desk.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

let desk: TranslationDesk;
beforeAll(async () => {
  desk = await openTranslations('tests/invalid-projects/project');
});

const take = (text: string | Uint8Array, language?: Locale): Imported =>
  importInto(desk, typeof text === 'string' ? Buffer.from(text) : text, language);

/** What the German texts of the site say afterwards. */
function german({ files }: Imported, file = 'locales/de/site.json'): Readonly<Record<string, string>> {
  return JSON.parse(files.get(file) ?? '{}');
}

interface Around {
  readonly unit?: string;
  readonly target?: string;
  readonly file?: string;
  readonly root?: string;
  readonly before?: string;
}

/** One text in XLIFF 1.2. */
function xliff(
  content: string,
  { unit = '', file = 'target-language="de"', root = '', before = '' }: Around = {},
): string {
  return `<?xml version="1.0"?>${before}<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" ${root}><file source-language="en" ${file}><body><trans-unit id="site.login" ${unit}>${content}</trans-unit></body></file></xliff>`;
}

const pair = (target: string): string => `<source>Log in</source><target>${target}</target>`;

describe('XLIFF', () => {
  test.each([
    ['CDATA', pair('<![CDATA[Einloggen & los]]>'), 'Einloggen & los'],
    ['comments and processing instructions', pair('Ein<!-- a > b --><?tool x?>loggen'), 'Einloggen'],
    ['references to characters', pair('Ein&#108;oggen &#x26; &lt;b&gt;'), 'Einloggen & <b>'],
    ['a translation before its source', '<target>Einloggen</target><source>Log in</source>', 'Einloggen'],
    ['segments', pair('<mrk mtype="seg" mid="1">Ein</mrk><mrk mtype="seg" mid="2">loggen</mrk>'), 'Einloggen'],
    ['a comment on a part', pair('Ein<mrk mtype="x-sdl-comment">log</mrk>gen'), 'Einloggen'],
    ['other proposals', `${pair('Einloggen')}<alt-trans><source>x</source><target>y</target></alt-trans>`, 'Einloggen'],
    ['elements of others', `<t:x xmlns:t="urn:t"><source>no</source></t:x>${pair('Einloggen')}`, 'Einloggen'],
    [
      'XML that was laid out anew',
      '<source>\n    Log\n    in\n  </source><target>\n    Einloggen\n    bitte\n  </target>',
      'Einloggen bitte',
    ],
    [
      'a source with marks that show nothing',
      '<source>\uFEFFLog in\u200B</source><target>Einloggen</target>',
      'Einloggen',
    ],
  ])('reads %s', (_, content, expected) => {
    const imported = take(xliff(content));
    expect(imported).toMatchObject({ taken: 1, refused: [] });
    expect(german(imported)['login']).toBe(expected);
  });

  const tagged = (target: string, source = 'Go back to the <g id="1">start</g>.'): string =>
    xliff(`<source>${source}</source><target>${target}</target>`).replace('site.login', 'site.back');
  test.each([
    ['g', tagged('Zum <g id="1">Start</g>!')],
    ['bx and ex', tagged('Zum <bx id="1"/>Start<ex id="1"/>!', 'Go back to the <bx id="1"/>start<ex id="1"/>.')],
    ['x', tagged('Zum <x id="1"/>Start<x id="2"/>!', 'Go back to the <x id="1"/>start<x id="2"/>.')],
    [
      'bpt and ept',
      tagged(
        'Zum <bpt id="1">&lt;strong></bpt>Start<ept id="1">&lt;/strong></ept>!',
        'Go back to the <bpt id="1">&lt;strong></bpt>start<ept id="1">&lt;/strong></ept>.',
      ),
    ],
    [
      'ph of memoQ',
      tagged(
        'Zum <ph id="1">&lt;mq:rxt displaytext="b" val="&amp;lt;strong&amp;gt;" /></ph>Start<ph id="2">&lt;/strong></ph>!',
        'Go back to the <ph id="1">&lt;mq:rxt displaytext="b" val="&amp;lt;strong&amp;gt;" /></ph>start<ph id="2">&lt;/strong></ph>.',
      ),
    ],
    [
      'pc of XLIFF 2',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en-US" trgLang="de-AT"><file id="f"><unit id="site.back"><originalData><data id="a">&lt;strong></data><data id="b">&lt;/strong></data></originalData><segment><source>Go back to the <pc id="1" dataRefStart="a" dataRefEnd="b">start</pc>.</source><target>Zum <pc id="1" dataRefStart="a" dataRefEnd="b">Start</pc>!</target></segment></unit></file></xliff>',
    ],
    [
      'pc of XLIFF 2 without data, sc and ec',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="site.back"><segment><source>Go back to the <sc id="1"/>start<ec startRef="1"/>.</source><target>Zum <sc id="1"/>Start<ec startRef="1"/>!</target></segment></unit></file></xliff>',
    ],
  ])('makes tags of %s', (_, text) => {
    expect(german(take(text))['back']).toBe('Zum <strong>Start</strong>!');
  });

  test.each([
    ['a state', pair('x').replace('<target', '<target state="needs-translation"'), '', 'state "needs-translation"'],
    [
      'a state of review',
      pair('x').replace('<target', '<target state="needs-review-l10n"'),
      '',
      'state "needs-review-l10n"',
    ],
    ['a new text', pair('x').replace('<target', '<target state="new"'), '', 'state "new"'],
    [
      'a rejection',
      pair('x').replace('<target', '<target state="final" state-qualifier="rejected-grammar"'),
      '',
      'rejected-grammar',
    ],
    ['a missing approval', pair('x'), 'approved="no"', 'approved "no"'],
    ['memoQ', pair('x'), 'xmlns:mq="MQXliff" mq:status="Rejected"', 'status "Rejected"'],
    ['Phrase', pair('x'), 'xmlns:m="http://www.memsource.com/mxlf/2.0" m:confirmed="0"', 'confirmed "0"'],
    [
      'Trados',
      `${pair('x')}<s:seg-defs xmlns:s="http://sdl.com/FileTypes/SdlXliff/1.0"><s:seg id="1" conf="Draft"/></s:seg-defs>`,
      '',
      'status "Draft"',
    ],
    ['a language of its own', pair('x').replace('<target', '<target xml:lang="fr"'), '', 'it is in "fr"'],
    ['two translations', `${pair('x')}<target>y</target>`, '', 'several sources or translations'],
    ['an unknown element', pair('<b>x</b>'), '', 'An element <b> in the text is unknown here'],
    ['words inside of a tag', pair('<ph id="1">a<sub>b</sub></ph>'), '', 'An element <ph>'],
    ['a mark that the source lacks', pair('<x id="7"/>'), '', '<x id="7"> is in the translation but not in the source'],
    ['another source', '<source>Sign in</source><target>x</target>', '', 'translated from other words'],
    ['no source', '<target>x</target>', '', 'translated from other words'],
  ])('refuses the text alone for %s', (_, content, unit, problem) => {
    const imported = take(xliff(content, { unit }));
    expect(imported).toMatchObject({ taken: 0, same: 0, empty: 0, files: new Map() });
    expect(imported.refused).toEqual([{ line: 1, name: 'site.login', problem: expect.stringContaining(problem) }]);
  });

  test.each([
    ['state="translated"', 'approved="no"'],
    ['state="final"', 'approved="yes"'],
    ['state="signed-off"', ''],
    ['state="x-done" xml:lang="de-CH"', ''],
  ])('takes a translation with %s %s', (target, unit) => {
    expect(take(xliff(pair('x').replace('<target', `<target ${target}`), { unit }))).toMatchObject({ taken: 1 });
  });

  test.each(['', ' \n ', '\u200B', '<mrk mtype="seg" mid="1"> </mrk>'])(
    'counts a translation of %j as empty',
    (target) => {
      expect(take(xliff(pair(target)))).toMatchObject({ taken: 0, empty: 1, refused: [] });
    },
  );

  test('names keys that the project does not have, and texts without one', () => {
    const unknown = take(xliff(pair('x')).replace('site.login', 'site.logim'));
    expect(unknown.refused).toEqual([
      { line: 1, name: 'site.logim', problem: expect.stringContaining('Did you mean "site.login"?') },
    ]);
    const marked = take(xliff(pair('x')).replace('site.login', 'site.\u200Bother\uFEFF'));
    expect(marked.refused).toMatchObject([{ name: 'site.[U+200B]other[U+FEFF]' }]);
    expect(take(xliff(pair('x')).replace('site.login', '\uFEFFsite.login\u200B'))).toMatchObject({ taken: 1 });
    const nameless = take(xliff(pair('x')).replace('id="site.login"', ''));
    expect(nameless.refused).toMatchObject([{ name: 'a text without a key' }]);
  });

  const entity = (declaration: string): string => xliff(pair('&e;'), { before: `<!DOCTYPE xliff [${declaration}]>` });
  test.each([
    ['an entity of a file', entity('<!ENTITY e SYSTEM "file:///etc/hostname">'), 'a DOCTYPE is not allowed here'],
    ['entities in one another', entity('<!ENTITY e "&f;&f;"><!ENTITY f "x">'), 'a DOCTYPE is not allowed here'],
    ['a plain DOCTYPE', xliff(pair('x'), { before: '<!DOCTYPE xliff>' }), 'a DOCTYPE is not allowed here'],
    ['an entity of HTML', xliff(pair('a&nbsp;b')), 'Invalid character entity'],
    ['an end that is missing', xliff(pair('x')).slice(0, -9), 'not well-formed'],
    ['a bare ampersand', xliff(pair('a & b')), 'not well-formed'],
    ['an attribute twice', xliff(pair('x'), { unit: 'id="site.join"' }), 'the attribute "id" stands twice'],
    ['a sign that XML does not know', xliff(pair('a\u0000b')), 'a sign stands here that XML does not allow'],
    ['endless nesting', '<g>'.repeat(100_000), 'more than 200 elements'],
    ['another version', xliff(pair('x')).replace('version="1.2"', 'version="3.0"'), 'the version of XLIFF is "3.0"'],
    ['no version', xliff(pair('x')).replace('version="1.2"', ''), 'the version of XLIFF is ""'],
    [
      'another language',
      xliff(pair('x'), { file: 'target-language="es"' }),
      'the language of the translation is "es". Expected: one of de, fr',
    ],
    [
      'the language of the source',
      xliff(pair('x'), { file: 'target-language="en-GB"' }),
      'the language of the translation is "en-GB"',
    ],
    ['no language', xliff(pair('x'), { file: '' }), 'is not named. Say which it is, such as with "--language de"'],
    [
      'words from another language',
      xliff(pair('x')).replace('="en"', '="fr"'),
      'translated from "fr". Expected: from "en"',
    ],
  ])('takes nothing of a file with %s', (_, text, problem) => {
    expect(() => take(text)).toThrow(problem);
  });

  test('is not confused by attributes with names that every object has', () => {
    const unit = 'hasOwnProperty="1" a="2" __proto__="3" constructor="4"';
    expect(take(xliff(pair('x'), { unit }))).toMatchObject({ taken: 1 });
  });

  test('takes the language from the translation itself, or from the caller', () => {
    expect(take(xliff(pair('x').replace('<target', '<target xml:lang="de"'), { file: '' }))).toMatchObject({
      taken: 1,
    });
    expect(take(xliff(pair('x'), { file: '' }), 'de')).toMatchObject({ taken: 1 });
    expect(() => take(xliff(pair('x')), 'fr')).toThrow('"--language" says "fr"');
  });

  test('does not mix two regions of one language', () => {
    const two = (other: string): string =>
      xliff(pair('x')).replace(
        '</file>',
        `</file><file source-language="en" target-language="${other}"><body><trans-unit id="site.join"><source>Become a member</source><target>y</target></trans-unit></body></file>`,
      );
    expect(() => take(two('de-CH'))).toThrow('"de" and "de-CH" are both "de" here');
    expect(take(two('de'))).toMatchObject({ taken: 2 });
    expect(take(two('fr-CA'))).toMatchObject({ taken: 2 });
  });

  test('takes a text of several segments only as a whole, in the order of the translation', () => {
    const text = (second: string): string =>
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="site.login"><segment><source>Log</source><target order="3">ein</target></segment><ignorable><source> </source></ignorable><segment><source>in</source>${second}</segment></unit></file></xliff>`;
    expect(german(take(text('<target order="1">Logg</target>')))['login']).toBe('Logg ein');
    expect(take(text('')).refused).toMatchObject([{ problem: expect.stringContaining('Only some of its segments') }]);
    const initial = text('<target>x</target>').replace('<segment>', '<segment state="initial">');
    expect(take(initial).refused).toMatchObject([{ problem: expect.stringContaining('state "initial"') }]);
  });

  test('is read in the encoding that it has', () => {
    const text = xliff(pair('Schlüssel'));
    const named = text.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"');
    for (const bytes of [
      Buffer.from(named, 'latin1'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
      Buffer.from(`\uFEFF${text.replaceAll('><', '>\r\n<')}`),
    ])
      expect(german(take(bytes))['login']).toBe('Schlüssel');
    expect(() => take(Buffer.from(text, 'latin1'))).toThrow('The file is not UTF-8. Save it as UTF-8');
  });
});

describe('a table', () => {
  test.each([
    ['commas', 'key,en,de,note\nsite.login,Log in,Einloggen,n\n'],
    ['semicolons', 'key;en;de;note\r\nsite.login;Log in;Einloggen;n\r\n'],
    ['tabs', 'key\ten\tde\tnote\r\nsite.login\tLog in\tEinloggen\tn'],
    ['sep= with the cells of Excel behind it', 'sep=;;;\r\nkey;en;de;note\r\nsite.login;Log in;Einloggen;n\r\n'],
    ['old line ends', 'key,en,de\rsite.login,Log in,Einloggen\r'],
    ['mixed line ends', 'key,en,de\r\nsite.login,Log in,Einloggen\nsite.join,Become a member,\r'],
    ['names of languages', 'Key;English;Deutsch\nsite.login;Log in;Einloggen'],
    ['names with regions', 'ID,English (UK),German (Germany)\nsite.login,Log in,Einloggen'],
    ['tags with regions', 'id,en_GB,de_DE\nsite.login,Log in,Einloggen'],
    ['moved and more columns', 'Nr,de,done,en,key\n1,Einloggen,yes,Log in,site.login'],
    ['columns that are cut off', 'key,en,de,note,more\nsite.login,Log in,Einloggen\nsite.join,Become a member,,,\n'],
    ['quotes everywhere', '"key","en","de"\n"site.login","Log in","Einloggen"\n'],
    ['blanks around keys', 'key ,en,de\n site.login ,Log in,Einloggen\n'],
  ])('is read with %s', (_, text) => {
    const imported = take(text);
    expect(imported.refused).toEqual([]);
    expect(german(imported)['login']).toBe('Einloggen');
  });

  test.each([
    ['"Ein ""Log"""', 'Ein "Log"'],
    ['"Ein, Log"', 'Ein, Log'],
    ['"Ein\r\nLog"', 'Ein\nLog'],
    ["'=Log", '=Log'],
    ["'s Log", "'s Log"],
    ['Ein 5" Log', 'Ein 5" Log'],
  ])('has the cell %j', (cell, expected) => {
    expect(german(take(`key,en,de\nsite.login,Log in,${cell}\n`))['login']).toBe(expected);
  });

  test.each([
    [
      'a separator in bare words',
      'key,en,de\nsite.login,Log in,Ein, Log\n',
      'Its line has 4 cells, and the first line has 3',
    ],
    ['an end inside of its line', 'key,en,de,note\nsite.login,Log in,Einlo', 'The file ends inside of its line'],
    ['fuzzy', 'key,source,de,fuzzy\nsite.login,Log in,x,True\n', 'fuzzy "True"'],
    ['a state', 'key,en,de,Status\nsite.login,Log in,x,Needs review\n', 'Status "Needs review"'],
    ['an approval', 'key,en,de,approved\nsite.login,Log in,x,no\n', 'approved "no"'],
    ['another source', 'key,en,de\nsite.login,Sign in,x\n', 'then  Sign in\n  now   Log in'],
  ])('has a text that is refused alone for %s', (_, text, problem) => {
    const lines = text.split('\n');
    const imported = take(
      [lines[0], 'site.join,Become a member,Dabei sein,', ...lines.slice(1)]
        .join('\n')
        .replace('sein,\n', lines[0]?.split(',').length === 3 ? 'sein\n' : 'sein,\n'),
    );
    expect(imported).toMatchObject({ taken: 1, refused: [{ line: 3, name: 'site.login' }] });
    expect(imported.refused[0]?.problem).toContain(problem);
  });

  test.each([
    ['no key', 'en,de\nLog in,x', 'the first line has the columns "en", "de"'],
    ['no language of the site', 'key,en,es\nsite.login,Log in,x', 'Expected: "key", "en", the language'],
    ['two sources', 'key,en,source,de\nsite.login,Log in,Log in,x', 'several columns may be the source'],
    ['a language twice', 'key,en,de,de\nsite.login,Log in,x,y', 'several columns are "de"'],
    ['two regions', 'key,en,de-DE,de-CH\nsite.login,Log in,x,y', '"de-DE" and "de-CH" are both "de" here'],
    [
      'a quote that stays open',
      'key,en,de\nsite.login,Log in,"x\nsite.join,y,z',
      'line 2: a quote opens a cell and never closes it',
    ],
    ['words behind a quote', 'key,en,de\nsite.login,Log in,"x"y', 'line 2: text follows a closing quote'],
    ['no language named', 'key,source,target\nsite.login,Log in,x', 'is not named. Say which it is'],
  ])('with %s is not taken at all', (_, text, problem) => {
    expect(() => take(text)).toThrow(problem);
  });

  test('may hold several languages, or one that the caller names', () => {
    const both = take('key,en,de,fr\nsite.login,Log in,Einloggen,Entrer\n');
    expect(both).toMatchObject({ taken: 2 });
    expect(german(both, 'locales/fr/site.json')['login']).toBe('Entrer');
    expect(german(take('key,source,target\nsite.login,Log in,Einloggen\n', 'de'))['login']).toBe('Einloggen');
  });
});

test('a letter that a damaged file has is not written', () => {
  const { refused, taken } = take(
    'key,en,de\nsite.login,Log in,Ein\u0000loggen\nsite.join,Become a member,Da\uFFFDbei\n',
  );
  expect([taken, ...refused.map(({ problem }) => problem)]).toEqual([
    0,
    expect.stringContaining('It holds U+0000, which no text has'),
    expect.stringContaining('It holds U+FFFD'),
  ]);
});

describe('a key that stands twice', () => {
  const twice = (first: string, second: string): string =>
    `key,en,de\nsite.login,Log in,${first}\nsite.login,Log in,${second}\n`;

  test('is refused by name and lines where the translations differ, even if one of them is there already', () => {
    for (const text of [twice('x', 'y'), twice('Anmelden', 'y')])
      expect(take(text)).toMatchObject({
        taken: 0,
        refused: [
          { line: 2, name: 'site.login', problem: expect.stringContaining('in lines 2 and 3') },
          { line: 3, name: 'site.login' },
        ],
      });
  });

  test('is taken once where they are the same, or one is empty', () => {
    expect(take(twice('x', 'x'))).toMatchObject({ taken: 1, same: 1, refused: [] });
    expect(take(twice('', 'x'))).toMatchObject({ taken: 1, empty: 1, refused: [] });
  });
});
