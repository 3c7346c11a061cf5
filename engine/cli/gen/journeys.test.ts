import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateClientEntries } from './client-entries.ts';
import { listChildTypes } from './children.ts';
import { generateCodeTexts } from './code-texts.ts';
import { generateFormFiles, generateJourneys, generatePageElements, generateUseCases } from './journeys.ts';
import { readSource } from './source.ts';
import { generateVocabulary } from './vocabulary.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-journeys-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function register(...journeys: readonly string[]): void {
  write('vitrine.config.ts', `module.exports = { default: { journeys: ${JSON.stringify(journeys)} } };\n`);
}

const makeRegistry = (part: string): string | undefined =>
  new Map(generateJourneys(readSource(root))).get(`schemas/generated/journeys/${part}.ts`);

test('Each registry holds the journeys that have this part, in the order of the configuration', () => {
  register('summer-sale', 'newsletter');
  write('journeys/newsletter/decide/index.ts', '');
  write('journeys/newsletter/client/index.ts', '');
  write('journeys/summer-sale/decide/index.ts', '');
  write('journeys/forgotten/decide/index.ts', '');
  expect(makeRegistry('decide')).toContain('journeys: readonly Journey[] = [summerSale, newsletter];');
  expect(makeRegistry('decide')).toContain("import { summerSale } from '#journeys/summer-sale/decide/index.ts';");
  expect(makeRegistry('client')).toContain('journeys: readonly BrowserJourney[] = [newsletter];');
});

test.each([[], null])('A project that registers %j has no journeys and no forms', (journeys) => {
  if (journeys !== null) register(...journeys);
  expect(makeRegistry('decide')).toContain('journeys: readonly Journey[] = [];');
  expect(readSource(root).forms.size).toBe(0);
});

test('Forms are those of the journeys that are registered', () => {
  register('newsletter');
  write('journeys/newsletter/forms/subscribe.schema.json', '{ "title": "Subscribe" }');
  write('journeys/forgotten/forms/other.schema.json', '{}');
  expect([...readSource(root).forms]).toEqual([
    ['subscribe', { file: 'journeys/newsletter/forms/subscribe.schema.json', schema: { title: 'Subscribe' } }],
  ]);
  expect(generateFormFiles(readSource(root))).toContain(
    "['subscribe', 'journeys/newsletter/forms/subscribe.schema.json'],",
  );
});

test('Texts that code says are those of the site and of its journeys together', () => {
  register('newsletter');
  write('pages-config/site.json', '{ "locales": { "available": ["en", "de"] } }');
  for (const file of [
    'locales/en/mail',
    'locales/en/staff',
    'locales/de/staff',
    'journeys/newsletter/locales/en/staff',
  ])
    write(`${file}.json`, '{}');
  const [mail, staff] = generateCodeTexts(readSource(root)).map(([, text]) => text);
  expect(mail).toContain("mailTexts = {\n  'en': textsEn,\n};");
  expect(staff).toContain('export type StaffKey = keyof typeof textsEn | keyof typeof newsletterTextsEn;');
  expect(staff).toContain("import newsletterTextsEn from '../../../journeys/newsletter/locales/en/staff.json' with");
  expect(staff).toContain("'en': { ...textsEn, ...newsletterTextsEn },\n  'de': textsDe,");
});

test('A block of a journey names the blocks that it may stand in, and blocks that greet have its facets', () => {
  register('newsletter');
  write('journeys/newsletter/journey.json', JSON.stringify({ facets: { reader: { ...facet, greets: 'yes' } } }));
  write('journeys/newsletter/blocks/sign-up/sign-up.schema.json', '{ "parents": ["hero"] }');
  write('blocks/hero/hero.schema.json', '{ "children": ["steps"], "facets": ["greeting", "window"] }');
  write('blocks/steps/steps.schema.json', '{}');
  const source = readSource(root);
  expect(listChildTypes('hero', source)).toEqual(['steps', 'sign-up']);
  const vocabulary = generateVocabulary(source);
  expect(vocabulary).toContain("facets: ['reader', 'window']");
  expect(vocabulary).toContain('greetings: readonly { readonly facet: string; readonly value: string }[] =');
  write('journeys/newsletter/journey.json', JSON.stringify({ facets: { reader: { ...facet, greets: 'maybe' } } }));
  writeShared();
  expect(() => readSource(root)).toThrow('the facet "reader" greets with "maybe", which is not one of its values.');
});

const facet = { description: 'Whether the visitor has subscribed.', values: ['no', 'yes'] };
const guard = {
  description: 'needs a subscription',
  options: { topic: { type: 'string', description: 'Of what.' } },
};

function writeShared(): void {
  const id = (name: string): string => `/schemas/${name}.schema.json`;
  const name = { description: '`admin`: needs an admin.', enum: ['admin'] };
  const permission = { description: '`enter`: see the pages.', enum: ['enter'] };
  write('schemas/guard.schema.json', JSON.stringify({ $id: id('guard'), properties: { name, permission } }));
  const documents = { properties: { error: { type: 'string' } } };
  write('schemas/admin-query.schema.json', JSON.stringify({ $id: id('admin-query'), enum: ['mails'] }));
  const goalMetric = { type: 'string' };
  write('schemas/experiment.schema.json', JSON.stringify({ $id: id('experiment'), properties: { goalMetric } }));
  write('schemas/site.schema.json', JSON.stringify({ $id: id('site'), properties: { documents } }));
  const consent = { type: 'string', enum: ['unknown', 'known'] };
  write(
    'schemas/block.schema.json',
    JSON.stringify({ $id: id('block'), $defs: { when: { properties: { consent } } } }),
  );
}

test('Facets, guards, permissions, queries and documents of a journey follow the engine’s own', () => {
  writeShared();
  register('newsletter');
  write(
    'journeys/newsletter/journey.json',
    JSON.stringify({
      facets: { subscribed: facet },
      guards: { subscriber: guard },
      permissions: { readers: { description: 'list readers', groups: ['support'] } },
      documents: { confirmed: { type: 'string' } },
      queries: ['readers'],
      goalMetric: 'confirmed',
    }),
  );
  const { shared } = readSource(root);
  expect(shared.get('/schemas/guard.schema.json')?.properties).toEqual({
    name: {
      description: '`admin`: needs an admin. `subscriber`: needs a subscription.',
      enum: ['admin', 'subscriber'],
    },
    permission: { description: '`enter`: see the pages. `readers`: list readers.', enum: ['enter', 'readers'] },
    topic: guard.options.topic,
  });
  expect(makeRegistry('permissions')).toContain(
    "journeyPermissions = [{ name: 'readers', groups: ['support'] }] as const",
  );
  expect(shared.get('/schemas/admin-query.schema.json')?.enum).toEqual(['mails', 'readers']);
  expect(shared.get('/schemas/experiment.schema.json')?.properties?.['goalMetric']?.default).toBe('confirmed');
  expect(shared.get('/schemas/site.schema.json')?.properties?.['documents']).toEqual({
    properties: { error: { type: 'string' }, confirmed: { type: 'string' } },
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
  ['permission "enter"', { permissions: { enter: { description: 'enter', groups: [] } } }],
  ['query "mails"', { queries: ['mails'] }],
  ['document of the site "error"', { documents: { error: {} } }],
])('A name that exists already is refused: the %s', (name, vocabulary) => {
  writeShared();
  register('game', 'newsletter');
  write('journeys/game/journey.json', JSON.stringify({ guards: { player: guard } }));
  write('journeys/newsletter/journey.json', JSON.stringify(vocabulary));
  expect(() => readSource(root)).toThrow(
    `journeys/newsletter/journey.json adds the ${name}, which exists already. Choose another name.`,
  );
});

test('Use cases are folders of members/ with a file of their own name, in a table for each journey', () => {
  register('newsletter', 'game');
  write('journeys/newsletter/index.ts', '');
  write('journeys/newsletter/members/sign-up/sign-up.ts', '');
  write('journeys/newsletter/members/mails/mail.ts', '');
  write('journeys/game/members/play/play.ts', '');
  const useCases = generateUseCases(readSource(root));
  expect(useCases).toContain("import { signUp } from '#journeys/newsletter/members/sign-up/sign-up.ts';");
  expect(useCases).toContain('export const newsletterUseCases = {\n  signUp,\n};');
  expect(useCases).toContain('export const gameUseCases = {\n  play,\n};');
  expect(useCases).not.toContain('mail');
  expect(makeRegistry('plugins')).toContain('export const journeyPlugins = { newsletter };');
  write('journeys/game/settings.ts', '');
  expect(makeRegistry('settings')).toContain("import { settings as game } from '#journeys/game/settings.ts';");
  expect(makeRegistry('settings')).toContain('export const journeySettings = { game };');
  write('journeys/game/members/sign-up/sign-up.ts', '');
  expect(() => readSource(root)).toThrow(
    'journeys/newsletter/members/sign-up/sign-up.ts and journeys/game/members/sign-up/sign-up.ts have the same name.',
  );
});

test('The folder of a use case declares its form, its outcomes, and the block that shows the form', () => {
  register('newsletter');
  const folder = 'journeys/newsletter/members/sign-up';
  write('blocks/line/line.schema.json', '{ "formBy": { "property": "purpose" }, "properties": { "purpose": {} } }');
  write(`${folder}/sign-up.ts`, '');
  write(`${folder}/sign-up.schema.json`, '{ "title": "SignUp", "shownBy": { "line": "newsletter" } }');
  write(`${folder}/form.ts`, '');
  expect(() => readSource(root)).toThrow(`${folder}/form.ts has no ${folder}/use-case.json beside it`);
  write(`${folder}/use-case.json`, '{ "outcomes": { "done": ["email"] }, "step": "only" }');
  const { forms, journeys, useCases, blocks } = readSource(root);
  expect([...forms].map(([name, { file }]) => [name, file])).toEqual([['sign-up', `${folder}/sign-up.schema.json`]]);
  expect(useCases).toMatchObject([{ name: 'sign-up', formFile: `${folder}/form.ts` }]);
  expect(journeys[0]?.vocabulary).toMatchObject({
    useCases: { signUp: { done: ['email'] } },
    steps: { signUp: 'only' },
  });
  expect(blocks[0]?.schema).toMatchObject({
    forms: ['sign-up'],
    formBy: { property: 'purpose', forms: { newsletter: 'sign-up' } },
    properties: { purpose: { enum: ['newsletter'] } },
  });
});

test('A form is shown by a block that chooses its form, under a value of its own', () => {
  register('newsletter');
  write('blocks/line/line.schema.json', '{ "formBy": { "property": "purpose", "forms": { "a": "other" } } }');
  write('blocks/faq/faq.schema.json', '{}');
  const form = 'journeys/newsletter/forms/subscribe.schema.json';
  write(form, '{ "shownBy": { "faq": "a" } }');
  expect(() => readSource(root)).toThrow(
    `${form}: "shownBy" names the block "faq", which has no "formBy". Blocks that have it: line.`,
  );
  write(form, '{ "shownBy": { "line": "a" } }');
  expect(() => readSource(root)).toThrow(`${form}: "shownBy" says "a", which is the form "other".`);
});

test('Blocks of journeys stand beside those of the project by name, and no two have the same', () => {
  register('newsletter');
  for (const folder of ['blocks', 'journeys/newsletter/blocks', 'journeys/forgotten/blocks'])
    write(`${folder}/hero/hero.schema.json`, '{ "kind": "island" }');
  expect(() => readSource(root)).toThrow(
    'blocks/hero/ and journeys/newsletter/blocks/hero/ have the same name. Rename one of the two.',
  );
  rmSync(join(root, 'blocks/hero'), { recursive: true });
  write('blocks/steps/steps.schema.json', '{}');
  write('blocks/faq/faq.schema.json', '{}');
  const source = readSource(root);
  expect(source.blocks.map(({ folder }) => folder)).toEqual([
    'blocks/faq',
    'journeys/newsletter/blocks/hero',
    'blocks/steps',
  ]);
  expect(JSON.parse(generateClientEntries(source))).toEqual({
    'island-hero': 'island:./journeys/newsletter/blocks/hero/Hero.tsx',
  });
});

test('Two journeys must not have a form of the same name', () => {
  register('newsletter', 'game');
  write('journeys/newsletter/forms/subscribe.schema.json', '{}');
  write('journeys/game/forms/subscribe.schema.json', '{}');
  expect(() => readSource(root)).toThrow(
    'journeys/newsletter/forms/subscribe.schema.json and journeys/game/forms/subscribe.schema.json have the same name.',
  );
});

test('Elements are those of the journeys, with their modules and the forms whose pages they are on', () => {
  register('newsletter');
  write('journeys/newsletter/forms/subscribe.schema.json', '{}');
  write(
    'journeys/newsletter/client/elements.json',
    '{ "news-ticker": { "module": "ticker", "forms": ["subscribe"] } }',
  );
  expect(() => readSource(root)).toThrow(
    'journeys/newsletter/client/elements.json names the module "ticker", but there is no journeys/newsletter/client/elements/ticker.ts.',
  );
  write('journeys/newsletter/client/elements/ticker.ts', '');
  expect(generatePageElements(readSource(root))).toContain(
    "tag: 'news-ticker',\n    module: 'ticker',\n    file: 'journeys/newsletter/client/elements/ticker.ts',\n    forms: ['subscribe'],",
  );
});

test('An element must not wait for a form that does not exist', () => {
  register('newsletter');
  write('journeys/newsletter/forms/subscribe.schema.json', '{}');
  write('journeys/newsletter/client/elements.json', '{ "news-ticker": { "module": "ticker", "forms": ["submit"] } }');
  write('journeys/newsletter/client/elements/ticker.ts', '');
  expect(() => generatePageElements(readSource(root))).toThrow(
    'journeys/newsletter/client/elements.json names the form "submit" for <news-ticker>, which no journey has. Forms: subscribe.',
  );
});

test('A journey that is registered needs its folder', () => {
  register('newsletter');
  expect(() => readSource(root)).toThrow(
    'vitrine.config.ts names the journey "newsletter", but there is no folder journeys/newsletter/.',
  );
});
