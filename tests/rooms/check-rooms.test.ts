import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRooms } from './check-rooms.ts';

const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object };
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'rooms-'));
  write('package.json', JSON.stringify({ name: 'fixture', type: 'module', imports }));
});

afterEach(() => rmSync(project, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

async function findingsOf(files: Record<string, string>): Promise<readonly string[]> {
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { modules, findings } = await checkRooms(project);
  expect(modules).toBe(Object.keys(files).filter((path) => !path.startsWith('node_modules')).length);
  return findings;
}

const value = 'export const value = 1;\n';
const type = 'export interface Thing { readonly a: string }\n';

test('imports that the table of rooms allows pass', async () => {
  const findings = await findingsOf({
    'engine/base/value.ts': value,
    'engine/documents/types.ts': type,
    'engine/guards/guard.ts':
      "import { value } from '#engine/base/value.ts';\nimport type { Thing } from '#engine/documents/types.ts';\nexport const guard: Thing = { a: String(value) };\n",
  });
  expect(findings).toEqual([]);
});

test('a value imported against the table is refused with both rooms and the way out', async () => {
  const [finding] = await findingsOf({
    'engine/i18n/text.ts': "import { value } from '#engine/routing/value.ts';\nexport const text = value;\n",
    'engine/routing/value.ts': value,
  });
  expect(finding).toContain('engine/i18n/text.ts → engine/routing/value.ts');
  expect(finding).toContain('engine/i18n must not import engine/routing');
  expect(finding).toContain('It may import engine/base, engine/documents (types only), schemas/generated');
});

test.each([
  ['a type', 'engine/base/a.ts', "import type { Thing } from '#server/b.ts';\nexport const a: Thing = { a: '' };\n"],
  ['an inline type', 'engine/base/a.ts', "import { type Thing } from '#server/b.ts';\nexport type A = Thing;\n"],
  ['a re-exported type', 'engine/base/a.ts', "export type { Thing } from '#server/b.ts';\n"],
  ['a re-export of everything', 'engine/base/a.ts', "export * from '#server/b.ts';\n"],
  ['a dynamic import', 'engine/base/a.ts', "export const a = await import('#server/b.ts');\n"],
  ['a relative import', 'engine/base/a.ts', "import { value } from '../../server/b.ts';\nexport const a = value;\n"],
  [
    'a .tsx file',
    'engine/client/A.tsx',
    "import { value } from '#server/b.ts';\nexport const A = () => <p>{value}</p>;\n",
  ],
])('%s imported from a forbidden room is refused', async (_, path, source) => {
  const findings = await findingsOf({ [path]: source, 'server/b.ts': value + type });
  expect(findings.join()).toContain('must not import server');
});

test('a room that may use the types of another must not import its values', async () => {
  const findings = await findingsOf({
    'engine/guards/guard.ts': "import { value } from '#engine/documents/resolve.ts';\nexport const guard = value;\n",
    'engine/documents/resolve.ts': value,
  });
  expect(findings.join()).toContain('engine/guards must not import values of engine/documents');
});

test('a room inside another is imported by it, and imports only the files of it that the table names', async () => {
  const findings = await findingsOf({
    'engine/decide/decide.ts':
      "import { arms } from './experiments/arms.ts';\nimport { match } from './match.ts';\nexport const decide = arms + match;\n",
    'engine/decide/match.ts': 'export const match = 1;\n',
    'engine/decide/plan.ts': value,
    'engine/decide/experiments/arms.ts': "import { value } from '../plan.ts';\nexport const arms = value;\n",
    'engine/decide/experiments/wrong.ts': "import { match } from '../match.ts';\nexport const wrong = match;\n",
    'engine/guards/guard.ts':
      "import { arms } from '#engine/decide/experiments/arms.ts';\nexport const guard = arms;\n",
  });
  expect(findings).toHaveLength(2);
  expect(findings.join()).toContain('engine/decide/experiments must not import engine/decide. It may import');
  expect(findings.join()).toContain('engine/guards must not import engine/decide/experiments');
});

test('a block must not import another block, the client or a package', async () => {
  const findings = await findingsOf({
    'blocks/hero/Hero.tsx': [
      "import { value } from '#blocks/faq/value.ts';",
      "import { value as client } from '#engine/client/value.ts';",
      "import { helper } from 'helpers';",
      'export const Hero = () => <p>{value + client + helper}</p>;\n',
    ].join('\n'),
    'blocks/faq/value.ts': value,
    'engine/client/value.ts': value,
    'node_modules/helpers/index.js': 'export const helper = 1;\n',
    'node_modules/helpers/package.json':
      '{ "name": "helpers", "version": "1.0.0", "type": "module", "main": "index.js" }',
  });
  const text = findings.join();
  expect(text).toContain('A block must not import another block');
  expect(text).toContain('blocks must not import engine/client');
  expect(text).toContain('A block must not import a package but react');
});

test('a journey uses the rooms of its part and what all its parts know', async () => {
  const findings = await findingsOf({
    'engine/base/value.ts': value,
    'engine/decide/journey.ts': type,
    'journeys/toy/base/words.ts': "import { value } from '#engine/base/value.ts';\nexport const words = value;\n",
    'journeys/toy/decide/index.ts': [
      "import type { Thing } from '#engine/decide/journey.ts';",
      "import { words } from '../base/words.ts';",
      'export const toy: Thing = { a: String(words) };\n',
    ].join('\n'),
    'schemas/generated/journeys/decide.ts': "export { toy } from '#journeys/toy/decide/index.ts';\n",
    'server/site/project.ts': "export { toy } from '#schemas/generated/journeys/decide.ts';\n",
  });
  expect(findings).toEqual([]);
});

test.each([
  ['engine/decide/use.ts', 'toy/decide', 'engine/decide must not import journeys/*/decide. It may import engine/base'],
  [
    'engine/client/use.ts',
    'toy/browser',
    'engine/client must not import journeys/*/browser. It may import engine/base',
  ],
  ['server/site/use.ts', 'toy/decide', 'server/site must not import journeys/*/decide. It may import'],
  ['journeys/toy/browser/use.ts', 'toy/decide', 'journeys/*/browser must not import journeys/*/decide'],
  ['journeys/toy/browser/use.ts', 'toy/server', 'journeys/*/browser must not import journeys/*/server'],
  ['journeys/toy/decide/use.ts', 'toy/browser', 'journeys/*/decide must not import journeys/*/browser'],
  ['journeys/toy/decide/use.ts', 'toy/server', 'journeys/*/decide must not import journeys/*/server'],
  ['journeys/toy/server/use.ts', 'toy/browser', 'journeys/*/server must not import journeys/*/browser'],
  ['server/entrances/use.ts', 'toy/server', 'server/entrances must not import journeys/*/server. It may import'],
  ['server/members/use.ts', 'toy/server', 'server/members must not import values of journeys/*/server. It may import'],
  ['journeys/toy/base/use.ts', 'toy/decide', 'journeys/*/base must not import journeys/*/decide'],
  ['journeys/toy/decide/use.ts', 'game/decide', 'A journey must not import another journey. The engine brings'],
])('%s must not import journeys/%s', async (path, to, message) => {
  const findings = await findingsOf({
    [path]: `import { value } from '#journeys/${to}/value.ts';\nexport const use = value;\n`,
    [`journeys/${to}/value.ts`]: value,
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(message);
});

test('the browser part of a journey may import the public parts of the client and nothing behind them', async () => {
  const findings = await findingsOf({
    'engine/client/journey.ts': type,
    'engine/client/core/page-core.ts': value,
    'engine/client/stores/page.ts': value,
    'journeys/toy/browser/index.ts': [
      "import type { Thing } from '#engine/client/journey.ts';",
      "import { value } from '#engine/client/core/page-core.ts';",
      "import { value as inner } from '#engine/client/stores/page.ts';",
      'export const toy: Thing = { a: String(value + inner) };\n',
    ].join('\n'),
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('journeys/toy/browser/index.ts → engine/client/stores/page.ts');
  expect(findings[0]).toContain('A journey must not import inner parts of engine/client. It may import');
});

test('a journey takes types of the entrances where they say what they ask of journeys, and from nowhere else', async () => {
  const findings = await findingsOf({
    'server/entrances/journey/effect.ts': type,
    'server/entrances/do/form-page.ts': type,
    'journeys/toy/server/index.ts': [
      "import type { Thing } from '#server/entrances/journey/effect.ts';",
      "import type { Thing as Inner } from '#server/entrances/do/form-page.ts';",
      "export const toy: Thing & Inner = { a: '' };\n",
    ].join('\n'),
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('journeys/toy/server/index.ts → server/entrances/do/form-page.ts');
  expect(findings[0]).toContain('A journey must not import inner parts of server/entrances. What the server asks');
});

test('a journey must not import what the members do', async () => {
  const findings = await findingsOf({
    'server/members/register/register.ts': value,
    'journeys/toy/server/index.ts':
      "import { value } from '#server/members/register/register.ts';\nexport const toy = value;\n",
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('journeys/*/server must not import server/members. It may import journeys/*/base');
});

test('the registry of use cases belongs to the members', async () => {
  const files = {
    'server/members/register/register.ts': value,
    'schemas/generated/use-cases.ts': "export { value } from '#server/members/register/register.ts';\n",
    'server/members/index.ts': "export { value } from '#schemas/generated/use-cases.ts';\n",
  };
  expect(await findingsOf(files)).toEqual([]);
  const start = "export { value } from '#schemas/generated/use-cases.ts';\n";
  const findings = await findingsOf({ ...files, 'server/start-server.ts': start });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('Only server/members imports the registry of its use cases');
});

test.each([
  ['engine/decide', 'decide', 'The engine must not import what journeys decide. Whoever reads the project'],
  ['engine/compile', 'browser', 'Only engine/client imports what journeys bring to the browser'],
  ['server/entrances', 'server', 'Only the files beside the wings import what journeys bring to the server'],
])('%s must not import the registry journeys/%s', async (room, part, message) => {
  const findings = await findingsOf({
    [`schemas/generated/journeys/${part}.ts`]: value,
    [`${room}/use.ts`]: `import { value } from '#schemas/generated/journeys/${part}.ts';\nexport const use = value;\n`,
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(message);
});

test('the registry is imported by engine/compile only', async () => {
  const source = "import { value } from '#schemas/generated/registry.ts';\nexport const use = value;\n";
  const findings = await findingsOf({
    'schemas/generated/registry.ts': value,
    'engine/compile/use.ts': source,
    'engine/decide/use.ts': source,
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('engine/decide/use.ts → schemas/generated/registry.ts');
});

test('the server must not reach JSX', async () => {
  const findings = await findingsOf({
    'server/mail.ts': "import { Mail } from './Mail.tsx';\nexport const mail = Mail;\n",
    'server/Mail.tsx': 'export const Mail = () => <p>Hello</p>;\n',
  });
  expect(findings.join()).toContain('Code that Node runs as it is must not import JSX');
});

test('a circle is refused with every step of it', async () => {
  const findings = await findingsOf({
    'engine/base/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'engine/base/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  });
  expect(findings.join()).toMatch(/engine\/base\/b\.ts → engine\/base\/a\.ts/);
});

test.each([
  ['server/platform', 'server/members', 'It may import engine/base, engine/i18n, schemas/generated'],
  ['server/members', 'server/staff', 'It may import server/platform, '],
  ['server/members', 'server/entrances', 'It may import server/platform, '],
  ['server/staff', 'server/members', 'It may import server/platform, schemas/generated'],
  ['server/site', 'server/members', 'It may import server/platform, engine/base'],
  ['server/site', 'server/entrances', 'It may import server/platform, engine/base'],
  ['server/entrances', 'server', 'It may import server/platform, server/staff'],
  ['server/entrances', 'server/members', 'It may import server/platform, server/staff'],
])('%s must not import %s, not even a type', async (from, to, way) => {
  const findings = await findingsOf({
    [`${from}/use/use.ts`]: `import type { Thing } from '#${to}/thing.ts';\nexport const use: Thing = { a: '' };\n`,
    [`${to}/thing.ts`]: type,
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(`${from}/use/use.ts → ${to}/thing.ts`);
  expect(findings[0]).toContain(`${from} must not import ${to}. ${way}`);
});

test('folders of a wing that import each other are refused with the imports that do it, though no file is in a circle', async () => {
  const findings = await findingsOf({
    'server/members/register/register.ts':
      "import { value } from '../account/value.ts';\nexport const register = value;\n",
    'server/members/register/form.ts': type,
    'server/members/account/value.ts': value,
    'server/members/account/inner/person.ts':
      "import type { Thing } from '#server/members/register/form.ts';\nexport const person: Thing = { a: '' };\n",
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('server/members/account → server/members/register → server/members/account');
  expect(findings[0]).toContain('server/members/account/inner/person.ts → server/members/register/form.ts');
  expect(findings[0]).toContain('server/members/register/register.ts → server/members/account/value.ts');
  expect(findings[0]).toContain('Move what both need into a folder of its own');
});

test('a wing may open with a file that all its folders import and close with one that imports them all', async () => {
  const findings = await findingsOf({
    'server/members/ports.ts': type,
    'server/members/register/register.ts':
      "import type { Thing } from '#server/members/ports.ts';\nexport const register: Thing = { a: '' };\n",
    'server/members/register/register.test.ts': "import '#server/members/index.ts';\n",
    'server/members/index.ts': "export { register } from './register/register.ts';\n",
  });
  expect(findings).toEqual([]);
});

test('an import that leads nowhere is refused', async () => {
  const findings = await findingsOf({
    'engine/base/a.ts': "import { b } from '#engine/base/missing.ts';\nexport const a = b;\n",
  });
  expect(findings.join()).toContain('An import must lead somewhere');
});
