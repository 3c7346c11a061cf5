import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateFormFiles, generateJourneys, generatePageElements, generateUseCases } from './journeys.ts';
import { readSource } from './source.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const registryOf = (part: string): string | undefined =>
  new Map(generateJourneys(readSource(root))).get(`schemas/generated/journeys/${part}.ts`);

test('Each registry holds the journeys that have this part, in the order of the manifest', () => {
  write('journeys/journeys.json', '{ "journeys": ["summer-sale", "newsletter"] }');
  write('journeys/newsletter/decide/index.ts', '');
  write('journeys/newsletter/browser/index.ts', '');
  write('journeys/summer-sale/decide/index.ts', '');
  write('journeys/forgotten/decide/index.ts', '');
  expect(registryOf('decide')).toContain('journeys: readonly Journey[] = [summerSale, newsletter];');
  expect(registryOf('decide')).toContain("import { summerSale } from '#journeys/summer-sale/decide/index.ts';");
  expect(registryOf('browser')).toContain('journeys: readonly BrowserJourney[] = [newsletter];');
});

test.each(['{ "journeys": [] }', null])('A project whose manifest is %s has no journeys and no forms', (manifest) => {
  if (manifest !== null) write('journeys/journeys.json', manifest);
  expect(registryOf('decide')).toContain('journeys: readonly Journey[] = [];');
  expect(readSource(root).forms.size).toBe(0);
});

test('Forms are those of the journeys in the manifest', () => {
  write('journeys/journeys.json', '{ "journeys": ["newsletter"] }');
  write('journeys/newsletter/forms/subscribe.schema.json', '{ "title": "Subscribe" }');
  write('journeys/forgotten/forms/other.schema.json', '{}');
  expect([...readSource(root).forms]).toEqual([
    ['subscribe', { file: 'journeys/newsletter/forms/subscribe.schema.json', schema: { title: 'Subscribe' } }],
  ]);
  expect(generateFormFiles(readSource(root))).toContain(
    "['subscribe', 'journeys/newsletter/forms/subscribe.schema.json'],",
  );
});

const facet = { description: 'Whether the visitor has subscribed.', values: ['no', 'yes'] };
const guard = {
  description: 'needs a subscription',
  options: { topic: { type: 'string', description: 'Of what.' } },
};

function writeShared(): void {
  const id = (name: string): string => `/schemas/${name}.schema.json`;
  const name = { description: '`admin`: needs an admin.', enum: ['admin'] };
  write('schemas/guard.schema.json', JSON.stringify({ $id: id('guard'), properties: { name } }));
  const consent = { type: 'string', enum: ['unknown', 'known'] };
  write(
    'schemas/block.schema.json',
    JSON.stringify({ $id: id('block'), $defs: { when: { properties: { consent } } } }),
  );
}

test('Facets and guards of a journey follow the engine’s own', () => {
  writeShared();
  write('journeys/journeys.json', '{ "journeys": ["newsletter"] }');
  write(
    'journeys/newsletter/journey.json',
    JSON.stringify({ facets: { subscribed: facet }, guards: { subscriber: guard } }),
  );
  const { shared } = readSource(root);
  expect(shared.get('/schemas/guard.schema.json')?.properties).toEqual({
    name: {
      description: '`admin`: needs an admin. `subscriber`: needs a subscription.',
      enum: ['admin', 'subscriber'],
    },
    topic: guard.options.topic,
  });
  expect(shared.get('/schemas/block.schema.json')?.$defs?.['when']?.properties).toEqual({
    consent: { type: 'string', enum: ['unknown', 'known'] },
    subscribed: { description: facet.description, type: 'string', enum: ['no', 'yes'] },
  });
});

test.each([
  ['facet "consent"', { facets: { consent: facet } }],
  ['guard "admin"', { guards: { admin: guard } }],
  ['option of guards "topic"', { guards: { subscriber: guard } }],
])('A name that exists already is refused: the %s', (name, vocabulary) => {
  writeShared();
  write('journeys/journeys.json', '{ "journeys": ["game", "newsletter"] }');
  write('journeys/game/journey.json', JSON.stringify({ guards: { player: guard } }));
  write('journeys/newsletter/journey.json', JSON.stringify(vocabulary));
  expect(() => readSource(root)).toThrow(
    `journeys/newsletter/journey.json adds the ${name}, which exists already. Choose another name.`,
  );
});

test('Use cases are folders of members/ with a file of their own name, in a table for each journey', () => {
  write('journeys/journeys.json', '{ "journeys": ["newsletter", "game"] }');
  write('journeys/newsletter/index.ts', '');
  write('journeys/newsletter/members/sign-up/sign-up.ts', '');
  write('journeys/newsletter/members/mails/mail.ts', '');
  write('journeys/game/members/play/play.ts', '');
  const useCases = generateUseCases(readSource(root));
  expect(useCases).toContain("import { signUp } from '#journeys/newsletter/members/sign-up/sign-up.ts';");
  expect(useCases).toContain('export const newsletterUseCases = {\n  signUp,\n};');
  expect(useCases).toContain('export const gameUseCases = {\n  play,\n};');
  expect(useCases).not.toContain('mail');
  expect(registryOf('plugins')).toContain('export const journeyPlugins = { newsletter };');
  write('journeys/game/members/sign-up/sign-up.ts', '');
  expect(() => readSource(root)).toThrow(
    'journeys/newsletter/members/sign-up/sign-up.ts and journeys/game/members/sign-up/sign-up.ts have the same name.',
  );
});

test('Two journeys must not have a form of the same name', () => {
  write('journeys/journeys.json', '{ "journeys": ["newsletter", "game"] }');
  write('journeys/newsletter/forms/subscribe.schema.json', '{}');
  write('journeys/game/forms/subscribe.schema.json', '{}');
  expect(() => readSource(root)).toThrow(
    'journeys/newsletter/forms/subscribe.schema.json and journeys/game/forms/subscribe.schema.json have the same name.',
  );
});

test('Elements are those of the journeys, with their modules and the forms whose pages they are on', () => {
  write('journeys/journeys.json', '{ "journeys": ["newsletter"] }');
  write('journeys/newsletter/forms/subscribe.schema.json', '{}');
  write(
    'journeys/newsletter/browser/elements.json',
    '{ "news-ticker": { "module": "ticker", "forms": ["subscribe"] } }',
  );
  expect(() => readSource(root)).toThrow(
    'journeys/newsletter/browser/elements.json names the module "ticker", but there is no journeys/newsletter/browser/elements/ticker.ts.',
  );
  write('journeys/newsletter/browser/elements/ticker.ts', '');
  expect(generatePageElements(readSource(root))).toContain(
    "tag: 'news-ticker',\n    module: 'ticker',\n    file: 'journeys/newsletter/browser/elements/ticker.ts',\n    forms: ['subscribe'],",
  );
});

test('An element must not wait for a form that nobody has', () => {
  write('journeys/journeys.json', '{ "journeys": ["newsletter"] }');
  write('journeys/newsletter/forms/subscribe.schema.json', '{}');
  write('journeys/newsletter/browser/elements.json', '{ "news-ticker": { "module": "ticker", "forms": ["submit"] } }');
  write('journeys/newsletter/browser/elements/ticker.ts', '');
  expect(() => generatePageElements(readSource(root))).toThrow(
    'journeys/newsletter/browser/elements.json names the form "submit" for <news-ticker>, which no journey has. Forms: subscribe.',
  );
});

test('A journey in the manifest needs its folder', () => {
  write('journeys/journeys.json', '{ "journeys": ["newsletter"] }');
  expect(() => readSource(root)).toThrow(
    'journeys/journeys.json names the journey "newsletter", but there is no folder journeys/newsletter/.',
  );
});
