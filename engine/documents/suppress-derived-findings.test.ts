import { expect, test } from 'vitest';
import { shortFindings, smallProject } from '#tests/helpers/small-project.ts';
import { suppressDerivedFindings } from './suppress-derived-findings.ts';
import type { RuleFinding } from './finding-draft.ts';
import type { Path } from './source-location.ts';

const finding = (rule: string, path: Path, more: Partial<RuleFinding> = {}): RuleFinding => ({
  rule,
  location: { file: 'a.json', path },
  message: rule,
  severity: 'error',
  ...more,
});
const seen = (...findings: RuleFinding[]) =>
  suppressDerivedFindings(findings).map(({ finding: { rule }, dependents }) => [rule, dependents]);
const below = (...path: Path) => [{ file: 'a.json', path }];

test('What follows from an error at its place, or in what is there, is counted with it', () => {
  const drift = finding('drift', ['z'], { follows: below('blocks', 1) });
  expect(seen(finding('text', ['blocks', 1, 'title']), drift)).toEqual([['text', 1]]);
  expect(seen(finding('text', ['blocks', 2, 'title']), drift)).toEqual([
    ['text', 0],
    ['drift', 0],
  ]);
});

test('A warning explains another warning, and no error', () => {
  const drift = finding('drift', ['z'], { follows: below('blocks') });
  const text = finding('text', ['blocks'], { severity: 'warning' });
  expect(seen(text, drift)).toHaveLength(2);
  expect(seen(text, { ...drift, severity: 'warning' })).toEqual([['text', 1]]);
});

test('A warning hides no error that a variant inherits, that is of the same mistake, or of a part that is superfluous', () => {
  const warning = finding('alt-text', ['a'], { severity: 'warning', covers: below('b'), mark: 'one' });
  const error = finding('alt-text', ['z'], { inherits: warning });
  expect(seen(warning, error)).toHaveLength(2);
  expect(seen(warning, finding('text', ['b', 0]))).toHaveLength(2);
  expect(seen(warning, { ...error, severity: 'warning' })).toEqual([['alt-text', 1]]);
  const [left] = suppressDerivedFindings([warning, { ...warning, severity: 'error' }]);
  expect(left?.finding.severity).toBe('error');
});

test('What is wrong with a changed value is said with what follows from the change', () => {
  const small = finding('crop', ['crop'], { severity: 'warning', message: 'It is small.' });
  const together = { location: { file: 'a.json', path: ['crop'] }, message: 'It changed under', name: 'b.' };
  const drift = finding('drift', ['z'], { together });
  const [only, ...others] = suppressDerivedFindings([small, drift, finding('drift', ['y'], { together })]);
  expect([only?.finding.message, only?.finding.severity, others]).toEqual([
    'It is small. It changed under b..',
    'error',
    [],
  ]);
});

test('A chain is counted with its beginning', () => {
  const second = finding('second', ['b'], { follows: below('a') });
  const third = finding('third', ['c'], { follows: below('b') });
  expect(seen(third, second, finding('first', ['a']))).toEqual([['first', 2]]);
});

test('The same mistake that two documents meet is one, and two that name each other do not both disappear', () => {
  const drift = finding('drift', ['z'], { follows: below('a') });
  expect(seen(finding('text', ['a']), finding('text', ['a']), drift, drift)).toEqual([['text', 1]]);
  const one = finding('one', ['a'], { follows: below('b') });
  const other = finding('other', ['b'], { follows: below('a') });
  expect(seen(one, other)).toHaveLength(1);
});

test('Of two rules about one value, that about its shape comes first', () => {
  const shape = finding('schema', ['a'], { found: '' });
  expect(seen(finding('link', ['a']), shape)).toEqual([['schema', 1]]);
  expect(seen(finding('link', ['a', 'b']), shape)).toHaveLength(2);
  expect(seen(finding('alt-text', ['a']), finding('schema', ['a']))).toHaveLength(2);
});

const unknown = (path: Path): RuleFinding =>
  finding('unknown', path, {
    message: 'Nothing is called "a".',
    missing: { name: 'a', cause: { location: { file: 'b.json', path: [] }, message: 'Was it renamed?' } },
  });
const told = (...findings: RuleFinding[]) =>
  suppressDerivedFindings(findings).map(({ finding: { location, message } }) => [location.file, message]);

test('One name that is missing in two places is one finding, and in many the file that seems to have had it', () => {
  expect(told(unknown(['x']))).toEqual([['a.json', 'Nothing is called "a".']]);
  expect(told(unknown(['x']), unknown(['y']))).toEqual([
    ['a.json', 'Nothing is called "a". One more place names it: a.json.'],
  ]);
  expect(told(unknown(['x']), unknown(['y']), unknown(['z']), finding('drift', ['z', 'inside']))).toEqual([
    ['b.json', 'Was it renamed? It is named in a.json.'],
  ]);
});

const renamed = (from: string, to: string, texts = smallProject().layers[0]?.files) =>
  shortFindings({ [from]: null, [to]: texts?.get(from) ?? '' });

test.each([
  ['pages-config/pages/about-us.json', 'pages-config/pages/About-us.json', 'stray-file'],
  ['pages-config/pages/about-us.json', 'pages-config/Pages/about-us.json', 'unknown-folder'],
  ['pages-config/fragments/header.json', 'pages-config/Fragments/header.json', 'unknown-folder'],
  ['locales/de/site.json', 'locales/DE/site.json', 'extra-locale'],
])('The file %s under the name %s is one finding', (from, to, rule) => {
  expect(renamed(from, to)).toEqual([`${rule} ${to.replace('pages-config/', '')} `]);
});

test('Nothing is said about texts while the site document cannot be read', () => {
  expect(shortFindings({ 'pages-config/site.json': (text) => text.replace(',', ',,') })).toEqual(['json site.json ']);
});
