import { expect, test } from 'vitest';
import { explainDecision } from '#engine/decide/explain-decision.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { riddles } from '#tests/helpers/riddles.ts';
import { UsageError } from '../usage.ts';
import { explainJourney, readJourney } from './explain-journey.ts';
import { formatExplanation, withVariations } from './index.ts';
import { readRequest } from './read-request.ts';
import { toyJourney } from '#tests/helpers/toy-journey.ts';

const site = makeSite({
  journeys: [riddles],
  documents: [
    {
      id: 'landings/black-friday',
      slug: 'black-friday',
      bases: ['landings/default'],
      window: { from: '2026-11-27T00:00', zone: 'Europe/Berlin' },
    },
  ],
});

const toy: JourneyDocument = { $schema: '', version: 4, ...toyJourney };

function explained(...args: string[]): string[] {
  const { facts } = readRequest(args, Date.parse('2026-06-01T00:00Z'));
  return formatExplanation(explainDecision(facts, site), []);
}

test('every step of a decision is one line, the result last of them', () => {
  expect(explained('https://www.example.com/de/black-friday?riddle=ABCD#top', '--cookie', 'lang=fr')).toEqual([
    'locale      The URL names the language "de".',
    'route       The riddle is not looked up.',
    'route       The path "/black-friday" is the landing "landings/black-friday".',
    'window      The window of "landings/black-friday" is not open yet.',
    'result      The visitor gets "landings/default" in "de" with status 200 (requested).',
    'cookies     lang=de',
    'value       asked = "&riddle=ABCD"',
    'value       query = "&riddle=ABCD"',
    'until       2026-11-26T23:00:00.000Z',
  ]);
});

test('the moment and the headers of a visit can be chosen', () => {
  const lines = explained(
    '/black-friday',
    '--at',
    '2026-12-01T00:00Z',
    '--header',
    'accept-language: de-AT',
    '--method',
    'post',
  );
  expect(lines).toContain('locale      The language is "de", from the browser’s languages.');
  expect(lines).toContain('result      The visitor gets "landings/black-friday" in "de" with status 200 (requested).');
});

test('what was looked up comes first', () => {
  const { facts } = readRequest(['/'], 0);
  expect(formatExplanation(explainDecision(facts, site), ['session = {"state":"none"}'])[0]).toBe(
    'look-up     session = {"state":"none"}',
  );
});

test('a visit has a country, an answer about consent and a wall time in a zone', () => {
  const { facts } = readRequest(
    ['/', '--country', 'se', '--consent', 'statistics', '--at', '2026-11-27T00:00 Europe/Berlin'],
    0,
  );
  expect(facts).toMatchObject({ country: 'SE', now: Date.parse('2026-11-26T23:00Z') });
  expect(facts.consent).toEqual(['statistics']);
  expect(readRequest(['/', '--consent', 'granted'], 0).facts.consent).toEqual(['statistics', 'marketing']);
  expect(readRequest(['/', '--consent', 'refused'], 0).facts.consent).toEqual([]);
});

test('a variation is asked for by its name', () => {
  const experiments = [makeExperiment('hero', 'landings/short')];
  expect(withVariations('/?a=b', new Map([['hero', 'test']]), experiments)).toBe('/?a=b&hero=1');
  expect(() => withVariations('/', new Map([['hero', 'text']]), experiments)).toThrow(
    'Its variations are control, test.',
  );
  expect(() => withVariations('/', new Map([['heron', 'short']]), experiments)).toThrow('Did you mean "hero"?');
});

test('a text in another language than the page is named with its words', () => {
  const texts = new Map([
    ['en', new Map([['meta.title', 'By invitation']])],
    ['de', new Map<string, string>()],
  ] as const);
  const { facts } = readRequest(['/de'], 0);
  expect(formatExplanation(explainDecision(facts, makeSite({ texts })), [])).toContain(
    'fallback    The text "meta.title" does not exist in "de"; "en" speaks in its place: "By invitation".',
  );
});

test('a redirect is explained with its address', () => {
  expect(explained('/about-us', '--header', 'Accept-Language: de')).toContain(
    'result      The visitor is redirected to "/de/about-us" with status 302.',
  );
});

test.each([
  [[], 'npm run explain -- <url>'],
  [['about-us'], '"about-us" is not a URL'],
  [['/', '--cookie', 'lang'], '"lang" cannot be read as --cookie'],
  [['/', '--header', 'X-Colour: red'], 'The header "X-Colour" changes no decision'],
  [['/', '--at', 'yesterday'], '"yesterday" is not a moment'],
  [['/', '--at', '2026-11-27T00:00 Berlin'], '"Berlin" is not a time zone'],
  [['/', '--country', 'Sweden'], '"Sweden" is not a country'],
  [['/', '--consent', 'maybe'], 'Choose one of unknown, refused, granted, statistics, marketing'],
  [['/', '--base', 'club'], 'must begin and end with "/"'],
])('the call %j is explained instead', (args, message) => {
  expect(() => explained(...args)).toThrow(UsageError);
  expect(() => explained(...args)).toThrow(message);
});

test.each([
  [['--journey', 'toy', '/'], 'a URL or a journey, not both'],
  [['--walks', 'walks.json'], 'Name it with "--journey"'],
  [['--journey', 'toy', '--walks', 'nowhere/walks.json'], 'The file "nowhere/walks.json" cannot be read'],
])('the call %j is explained instead of a journey', (args, message) => {
  expect(() => readJourney(args)).toThrow(UsageError);
  expect(() => readJourney(args)).toThrow(message);
});

test('a URL alone asks for no journey', () => {
  expect(readJourney(['/de'])).toBeNull();
});

test('a journey that is not there is answered with those that are', () => {
  const asked = readJourney(['--journey', 'registraton']);
  if (asked === null) throw new Error('The journey was not asked for.');
  const journeyDocuments = new Map([['registration', toy]]);
  expect(() => explainJourney({ journeyDocuments }, asked)).toThrow(
    'Did you mean "registration"? There are: registration.',
  );
  expect(explainJourney({ journeyDocuments }, { ...asked, name: 'registration' })).toMatch(
    /^## Flow `one`\n\n```mermaid\nflowchart TD\n[^]+## Machine `visit`[^]+```mermaid\nstateDiagram-v2\n/,
  );
});
