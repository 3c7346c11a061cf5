import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-texts-'));
  cpSync('tests/invalid-projects/project', root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Texts');
}

function edit(file: string, from: string, to: string): void {
  const before = readFileSync(join(root, file), 'utf8');
  if (!before.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(
    join(root, file),
    before.replace(from, () => to),
  );
}

async function texts(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const output = { colours: false, write: (text: string) => void (said += text) };
  return { code: await run(args, root, output), said };
}

const file = (name: string): string => join(root, name);

test('a translation is stale once its source was written after it, until it is written anew or confirmed', async () => {
  git('init', '--quiet');
  commit();
  expect((await texts()).said).toMatch(/^\d+ translations: 0 missing, 0 stale\.\n$/);
  edit('locales/en/landing.json', 'Come in', 'Do come in');
  const before = (await texts()).said;
  expect(before).toMatch(/^landings\/default +1 stale +1 stale /m);
  expect(before).not.toMatch(/^landings\/summer /m);
  commit();
  const german = (await texts('--language', 'de')).said;
  expect(german).toMatch(
    /^locales\/de\/landing\.json:4:11 {2}landing\.hero {2}stale +English is of \d{4}-\d\d-\d\d, \w{8}\n/,
  );
  expect(german).toContain('  en  Do come in\n  de  ');

  edit('locales/de/landing.json', '"hero": "', '"hero": "Doch, ');
  expect((await texts('--language', 'de')).said).toMatch(/ 0 stale\.\n$/);
  await expect(texts('confirm', 'fr', 'landing.heron')).rejects.toThrow('Did you mean "landing.hero"?');
  await texts('confirm', 'fr', 'landing.hero');
  expect((await texts('--language', 'fr')).said).toMatch(/ 0 stale\.\n$/);
  expect((await texts('--language', 'it')).said).toMatch(/ 1 stale\.\n$/);

  // What was confirmed is another text by now, and what was changed back is as old as ever.
  edit('locales/en/landing.json', 'Do come in', 'Please come in');
  expect((await texts('--language', 'fr')).said).toMatch(/ 1 stale\.\n$/);
  edit('locales/en/landing.json', 'Please come in', 'Come in');
  expect((await texts('--language', 'it')).said).toMatch(/ 0 stale\.\n$/);
});

test('a stale translation that a translator approved unchanged is confirmed in its language, and one that came back untouched is not', async () => {
  git('init', '--quiet');
  commit();
  edit('locales/en/landing.json', 'Come in', 'Do come in');
  commit();
  const stale = async () =>
    Promise.all(
      ['de', 'fr', 'it', 'nl'].map(async (language) =>
        Number(/ (\d+) stale/.exec((await texts('--language', language)).said)?.[1]),
      ),
    );
  for (const name of ['de.xlf', 'fr.xlf', 'it.csv']) await texts('export', name.slice(0, 2), file(name));
  const of = (name: string): string => readFileSync(file(name), 'utf8');
  // One file with several languages.
  const [french = ''] = /<file[^]*<\/file>/.exec(of('fr.xlf')) ?? [];
  writeFileSync(
    file('de.xlf'),
    of('de.xlf').replace('</file>', () => `</file>\n${french}`),
  );
  await texts('import', file('de.xlf'));
  await texts('import', file('it.csv'));
  expect(await stale()).toEqual([1, 1, 1, 1]);
  writeFileSync(file('de.xlf'), of('de.xlf').replaceAll(/<target[^>]*>/g, '<target state="signed-off">'));
  writeFileSync(file('it.csv'), of('it.csv').replace(/^(.*?)\r?\n(.*?)\r?\n/, '$1,approved\n$2,yes\n'));
  expect((await texts('import', file('de.xlf'))).said).toContain('Confirmed: 2. Written: locales/confirmed.json.');
  expect(await stale()).toEqual([0, 0, 1, 1]);
  await texts('import', file('it.csv'));
  expect(await stale()).toEqual([0, 0, 0, 1]);
});

test('a translation that was approved with the words of another language is confirmed until these change', async () => {
  edit('locales/de/landing.json', 'Treten Sie ein', 'Come in');
  await texts('export', 'de', file('de.xlf'), '--all');
  edit('de.xlf', '>Come in</target>', ' state="final">Come in</target>');
  expect((await texts('import', file('de.xlf'))).said).toContain('Confirmed: 1.');
  expect((await texts('import', file('de.xlf'))).said).not.toContain('Confirmed');
});

test.each(['german.csv', 'german.xlf'])('texts go to a translator and come back as %s', async (name) => {
  const sent = file(name);
  await texts('export', 'de', sent, '--all');
  const back = (from: string, to: string): void =>
    writeFileSync(
      sent,
      readFileSync(sent, 'utf8').replace(from, () => to),
    );
  const strong = name.endsWith('csv') ? '<strong>Anfang</strong>' : '&lt;strong&gt;Anfang&lt;/strong&gt;';

  const total = 11;
  const sum = (taken: number, rest: string): string =>
    `${total} texts: ${taken} taken, ${total - taken} same, 0 empty, 0 refused. ${rest}\n`;
  expect(await texts('import', sent)).toEqual({ code: 0, said: sum(0, 'Nothing was written.') });
  back(strong, strong.replace('Anfang', 'Anfang & Eingang'.replace('&', name.endsWith('csv') ? '&' : '&amp;')));
  expect(await texts('import', sent)).toEqual({ code: 0, said: sum(1, 'Written: locales/de/site.json.') });
  expect(readFileSync(file('locales/de/site.json'), 'utf8')).toContain(
    '"back": "Zurück zum <strong>Anfang & Eingang</strong>."\n}',
  );

  // A tag that was lost, and words that were translated from others than there are by now.
  const german = name.endsWith('csv') ? 'zum <strong>' : 'zum &lt;strong&gt;';
  back(german, 'zum ');
  const lost = await texts('import', sent);
  expect([lost.code, lost.said]).toEqual([
    1,
    expect.stringMatching(
      /german\.\w+:\d+ {2}site\.back {2}.*\(rule text-markup\)\n.* 1 refused\. Nothing was written\.\n$/,
    ),
  ]);
  // Another text of the same file is taken.
  edit('locales/en/site.json', 'Log in', 'Sign in');
  back('zum ', german);
  back('Über uns', 'Über das Haus');
  const late = await texts('import', sent);
  expect([late.code, late.said]).toEqual([
    1,
    expect.stringMatching(
      / {2}site\.login {2}It was translated from other words than it has by now\.[^]* 1 taken, 9 same, 0 empty, 1 refused\./,
    ),
  ]);
  expect(readFileSync(file('locales/de/site.json'), 'utf8')).toContain('Anfang & Eingang');
  expect(readFileSync(file('locales/de/site.json'), 'utf8')).toContain('Über das Haus');
});

test('a language that lacks a text has a row for it, and a translator fills it', async () => {
  edit('locales/de/site.json', '  "login": "Anmelden",\n', '');
  expect((await texts('--language', 'de')).said).toContain('site.login  missing\n  en  Log in\n  de  –');
  const sent = file('german.csv');
  await texts('export', 'de', sent);
  edit('german.csv', 'site.login,Log in,,', 'site.login,Log in,Anmelden,');
  expect(await texts('import', sent)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file('locales/de/site.json'), 'utf8'))).toMatchObject({ login: 'Anmelden' });
});

test('words of a block have the same name and are as old as before when the block moves into a journey', async () => {
  const languages = ['en', 'de', 'fr', 'it', 'es', 'nl', 'sv'];
  mkdirSync(file('blocks/badge'), { recursive: true });
  const words = Object.fromEntries(languages.map((language) => [language, `Open ${language}`]));
  writeFileSync(file('blocks/badge/strings.json'), JSON.stringify({ open: words }));
  git('init', '--quiet');
  commit();
  edit('blocks/badge/strings.json', 'Open en', 'Open it');
  commit();
  mkdirSync(file('journeys/club'), { recursive: true });
  renameSync(file('blocks'), file('journeys/club/blocks'));
  commit();
  expect((await texts('--language', 'de')).said).toMatch(
    /^journeys\/club\/blocks\/badge\/strings\.json:1:\d+ {2}blocks\/badge#open {2}stale /m,
  );
});

test('Without a Git history no translation is reported as stale', async () => {
  edit('locales/en/landing.json', 'Come in', 'Do come in');
  expect((await texts()).said).toContain('stale translations cannot be detected');
});

test.each([
  [['export', 'en', 'x.csv'], 'is not a language that texts are translated into'],
  [['export', 'de', 'x.txt'], 'ends neither in .csv nor in .xlf or .xliff'],
  [['import', 'nowhere.csv'], 'nowhere.csv cannot be read'],
  [['imports'], 'Did you mean "import"?'],
])('%j is refused in words', async (args, message) => {
  await expect(texts(...args)).rejects.toThrow(message);
});

test.each([
  ['a.xlf', '<xliff', 'line 1, column 7: this is not well-formed XML: Unexpected end.'],
  ['b.xlf', '<html></html>', 'line 1: the first element is <html>. Expected: <xliff>.'],
  ['c.csv', 'name;english\n', 'Expected: "key", "en", the language, "note", in any order.'],
  ['d.csv', 'PK\u0003', 'This is a ZIP file or a workbook. Save the sheet as "CSV UTF-8"'],
  ['e.json', '{ "site.login": "Anmelden" }', 'This is JSON. Expected: the CSV or XLIFF file that was sent'],
  ['f.csv', '', 'line 1: the table is empty.'],
])('%s is not what was sent, which is said in words', async (name, text, message) => {
  writeFileSync(file(name), text);
  await expect(texts('import', file(name))).rejects.toThrow(message);
});

test('a file of texts that cannot be read is not written over', async () => {
  await texts('export', 'de', file('german.csv'), '--all');
  edit('german.csv', 'Anmelden', 'Einloggen');
  edit('locales/de/site.json', '"login": "Anmelden",', '"login": "Anmelden"');
  const before = readFileSync(file('locales/de/site.json'), 'utf8');
  const { code, said } = await texts('import', file('german.csv'));
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('Its place is in locales/de/site.json, which cannot be read.'),
  ]);
  expect(readFileSync(file('locales/de/site.json'), 'utf8')).toBe(before);
});
