import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkBoundaries } from './check-boundaries.ts';

/*
 * Before it reads a project, the tool looks for patterns of the table that take exponential time: half a second for each project here,
 * and the same patterns each time. "npm run boundaries" does it once.
 */
const analyzers: unknown[] = createRequire(import.meta.resolve('dependency-cruiser'))('safe-regex/lib/analyzer-family');
analyzers.length = 0;

const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object };

function write(project: string, path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** What is said of a project that has these files and no others. */
async function listFindings(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const project = mkdtempSync(join(tmpdir(), 'boundaries-'));
  try {
    write(project, 'package.json', JSON.stringify({ name: 'fixture', type: 'module', imports }));
    for (const [path, text] of Object.entries(files)) write(project, path, text);
    const { files: read, findings } = await checkBoundaries(project);
    expect(read).toBe(Object.keys(files).filter((path) => !path.startsWith('node_modules')).length);
    return findings;
  } finally {
    rmSync(project, { recursive: true });
  }
}

/**
 * What is said of each of several files, which are in one project: to look at a project costs the same whether it has two
 * files or thirty.
 */
function findingsOfEach(files: Readonly<Record<string, string>>): (path: string) => readonly string[] {
  let findings: readonly string[] = [];
  beforeAll(async () => {
    findings = await listFindings(files);
  });
  return (path) => findings.filter((finding) => finding.includes(`${path} → `));
}

const value = 'export const value = 1;\n';
const type = 'export interface Thing { readonly a: string }\n';

test('imports that the table of modules allows pass', async () => {
  const findings = await listFindings({
    'engine/shared/value.ts': value,
    'engine/documents/types.ts': type,
    'engine/guards/guard.ts':
      "import { value } from '#engine/shared/value.ts';\nimport type { Thing } from '#engine/documents/types.ts';\nexport const guard: Thing = { a: String(value) };\n",
  });
  expect(findings).toEqual([]);
});

test('a value imported against the table is refused with both modules and the way out', async () => {
  const [finding] = await listFindings({
    'engine/i18n/text.ts': "import { value } from '#engine/routing/value.ts';\nexport const text = value;\n",
    'engine/routing/value.ts': value,
  });
  expect(finding).toContain('engine/i18n/text.ts → engine/routing/value.ts');
  expect(finding).toContain('engine/i18n must not import engine/routing');
  expect(finding).toContain('It may import engine/shared, engine/documents (types only), schemas/generated');
});

describe('imported from a forbidden module', () => {
  const ways: readonly (readonly [way: string, path: string, source: string])[] = [
    [
      'a type',
      'engine/shared/a.ts',
      "import type { Thing } from '#server/app/b.ts';\nexport const a: Thing = { a: '' };\n",
    ],
    [
      'an inline type',
      'engine/shared/b.ts',
      "import { type Thing } from '#server/app/b.ts';\nexport type A = Thing;\n",
    ],
    ['a re-exported type', 'engine/shared/c.ts', "export type { Thing } from '#server/app/b.ts';\n"],
    ['a re-export of everything', 'engine/shared/d.ts', "export * from '#server/app/b.ts';\n"],
    ['a dynamic import', 'engine/shared/e.ts', "export const a = await import('#server/app/b.ts');\n"],
    [
      'a relative import',
      'engine/shared/f.ts',
      "import { value } from '../../server/app/b.ts';\nexport const a = value;\n",
    ],
    [
      'a .tsx file',
      'engine/client/A.tsx',
      "import { value } from '#server/app/b.ts';\nexport const A = () => <p>{value}</p>;\n",
    ],
  ];
  const findings = findingsOfEach({
    ...Object.fromEntries(ways.map(([, path, source]) => [path, source])),
    'server/app/b.ts': value + type,
  });
  test.each(ways)('%s is refused', (_, path) => {
    expect(findings(path).join()).toContain('must not import server/app');
  });
});

test('a module that may use the types of another must not import its values', async () => {
  const findings = await listFindings({
    'engine/guards/guard.ts': "import { value } from '#engine/documents/resolve.ts';\nexport const guard = value;\n",
    'engine/documents/resolve.ts': value,
  });
  expect(findings.join()).toContain('engine/guards must not import values of engine/documents');
});

test('a module inside another is imported by it, and imports only the files of it that the table names', async () => {
  const findings = await listFindings({
    'engine/decide/decide.ts':
      "import { variations } from './experiments/variations.ts';\nimport { match } from './match.ts';\nexport const decide = variations + match;\n",
    'engine/decide/match.ts': 'export const match = 1;\n',
    'engine/decide/plan.ts': value,
    'engine/decide/experiments/variations.ts':
      "import { value } from '../plan.ts';\nexport const variations = value;\n",
    'engine/decide/experiments/wrong.ts': "import { match } from '../match.ts';\nexport const wrong = match;\n",
    'engine/guards/guard.ts':
      "import { variations } from '#engine/decide/experiments/variations.ts';\nexport const guard = variations;\n",
  });
  expect(findings).toHaveLength(2);
  expect(findings.join()).toContain('engine/decide/experiments must not import engine/decide. It may import');
  expect(findings.join()).toContain('engine/guards must not import engine/decide/experiments');
});

test('a block must not import another block, the client or a package', async () => {
  const findings = await listFindings({
    'blocks/hero/Hero.tsx': [
      "import { value } from '#blocks/faq/value.ts';",
      "import { value as client } from '#engine/client/value.ts';",
      "import { helper } from 'helpers';",
      'export const Hero = () => <p>{value + client + helper}</p>;\n',
    ].join('\n'),
    'blocks/faq/value.ts': value,
    'journeys/toy/blocks/vote/Vote.tsx':
      "import { value } from '#blocks/faq/value.ts';\nimport '#journeys/toy/blocks/count/Count.tsx';\nexport const Vote = () => <p>{value}</p>;\n",
    'journeys/toy/blocks/count/Count.tsx': 'export const Count = () => <p>1</p>;\n',
    'engine/client/value.ts': value,
    'node_modules/helpers/index.js': 'export const helper = 1;\n',
    'node_modules/helpers/package.json':
      '{ "name": "helpers", "version": "1.0.0", "type": "module", "main": "index.js" }',
  });
  const text = findings.join();
  for (const to of ['blocks/faq/value.ts', 'journeys/toy/blocks/count/Count.tsx'])
    expect(text).toContain(`journeys/toy/blocks/vote/Vote.tsx → ${to}\n  A block must not import another block`);
  expect(text).toContain('blocks/hero/Hero.tsx → blocks/faq/value.ts\n  A block must not import another block');
  expect(text).toContain('blocks must not import engine/client');
  expect(text).toContain('A block must not import a package but react');
});

test('a journey uses the modules of its part and what all its parts know', async () => {
  const findings = await listFindings({
    'engine/shared/value.ts': value,
    'engine/decide/journey.ts': type,
    'journeys/toy/shared/words.ts': "import { value } from '#engine/shared/value.ts';\nexport const words = value;\n",
    'journeys/toy/decide/index.ts': [
      "import type { Thing } from '#engine/decide/journey.ts';",
      "import { words } from '../shared/words.ts';",
      'export const toy: Thing = { a: String(words) };\n',
    ].join('\n'),
    'schemas/generated/journeys/decide.ts': "export { toy } from '#journeys/toy/decide/index.ts';\n",
    'server/site/project.ts': "export { toy } from '#schemas/generated/journeys/decide.ts';\n",
  });
  expect(findings).toEqual([]);
});

describe('the parts of journeys', () => {
  const wrong: readonly (readonly [module: string, to: string, message: string])[] = [
    ['engine/decide', 'toy/decide', 'engine/decide must not import journeys/*/decide. It may import engine/shared'],
    ['engine/client', 'toy/client', 'engine/client must not import journeys/*/client. It may import engine/shared'],
    ['server/site', 'toy/decide', 'server/site must not import journeys/*/decide. It may import'],
    ['journeys/toy/client', 'toy/decide', 'journeys/*/client must not import journeys/*/decide'],
    ['journeys/toy/client', 'toy/server', 'journeys/*/client must not import journeys/*/server'],
    ['journeys/toy/decide', 'toy/client', 'journeys/*/decide must not import journeys/*/client'],
    ['journeys/toy/decide', 'toy/server', 'journeys/*/decide must not import journeys/*/server'],
    ['journeys/toy/server', 'toy/client', 'journeys/*/server must not import journeys/*/client'],
    ['server/http', 'toy/server', 'server/http must not import journeys/*/server. It may import'],
    ['journeys/toy/members', 'toy/admin', 'journeys/*/members must not import journeys/*/admin. It may'],
    ['server/app', 'toy/members', 'server/app must not import journeys/*/members. It may import'],
    ['journeys/toy/shared', 'toy/decide', 'journeys/*/shared must not import journeys/*/decide'],
    ['journeys/toy/decide', 'game/decide', 'A journey must not import another journey. The engine brings'],
  ];
  const importer = (module: string, to: string): string => `${module}/use-${to.replace('/', '-')}.ts`;
  const findings = findingsOfEach(
    Object.fromEntries(
      wrong.flatMap(([module, to]) => [
        [importer(module, to), `import { value } from '#journeys/${to}/value.ts';\nexport const use = value;\n`],
        [`journeys/${to}/value.ts`, value],
      ]),
    ),
  );
  test.each(wrong)('%s must not import journeys/%s', (module, to, message) => {
    expect(findings(importer(module, to))).toEqual([expect.stringContaining(message)]);
  });
});

test('what registers a journey is imported by the registry of plugins only', async () => {
  const findings = await listFindings({
    'journeys/toy/index.ts': value,
    'schemas/generated/journeys/plugins.ts': "export { value } from '#journeys/toy/index.ts';\n",
    'server/app/use.ts': "export { value } from '#journeys/toy/index.ts';\n",
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('server/app/use.ts → journeys/toy/index.ts');
  expect(findings[0]).toContain('Only registries import a journey. A project without the journey');
});

test('the browser part of a journey may import the public parts of the client and nothing behind them', async () => {
  const findings = await listFindings({
    'engine/client/journey.ts': type,
    'engine/client/core/page-core.ts': value,
    'engine/client/stores/page.ts': value,
    'journeys/toy/client/index.ts': [
      "import type { Thing } from '#engine/client/journey.ts';",
      "import { value } from '#engine/client/core/page-core.ts';",
      "import { value as inner } from '#engine/client/stores/page.ts';",
      'export const toy: Thing = { a: String(value + inner) };\n',
    ].join('\n'),
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('journeys/toy/client/index.ts → engine/client/stores/page.ts');
  expect(findings[0]).toContain('A journey must not import inner parts of engine/client. It may import');
});

test('a journey takes types from the contract of forms, and none from what answers them over HTTP', async () => {
  const findings = await listFindings({
    'server/forms/effect.ts': type,
    'server/http/routes/forms/form-page.ts': type,
    'journeys/toy/server/index.ts': [
      "import type { Thing } from '#server/forms/effect.ts';",
      "import type { Thing as Inner } from '#server/http/routes/forms/form-page.ts';",
      "export const toy: Thing & Inner = { a: '' };\n",
    ].join('\n'),
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('journeys/toy/server/index.ts → server/http/routes/forms/form-page.ts');
  expect(findings[0]).toContain('journeys/*/server must not import server/http. It may import');
});

test('a journey must not import what the members do', async () => {
  const findings = await listFindings({
    'journeys/toy/members/register/register.ts': value,
    'journeys/toy/server/index.ts':
      "import { value } from '#journeys/toy/members/register/register.ts';\nexport const toy = value;\n",
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(
    'journeys/*/server must not import journeys/*/members. It may import journeys/*/shared',
  );
});

test('the registry of use cases belongs to the members', async () => {
  const files = {
    'journeys/toy/members/register/register.ts': value,
    'schemas/generated/use-cases.ts': "export { value } from '#journeys/toy/members/register/register.ts';\n",
    'journeys/toy/members/index.ts': "export { value } from '#schemas/generated/use-cases.ts';\n",
  };
  expect(await listFindings(files)).toEqual([]);
  const start = "export { value } from '#schemas/generated/use-cases.ts';\n";
  const findings = await listFindings({ ...files, 'server/app/start-server.ts': start });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('Only the members of a journey import the registry of their use cases');
});

test('the registry of the actions of a page belongs to admin pages', async () => {
  const files = {
    'journeys/toy/admin/codes/actions/block/block.ts': value,
    'schemas/generated/admin-actions/toy/codes.ts':
      "export { value } from '#journeys/toy/admin/codes/actions/block/block.ts';\n",
    'journeys/toy/admin/codes/codes.ts': "export { value } from '#schemas/generated/admin-actions/toy/codes.ts';\n",
  };
  expect(await listFindings(files)).toEqual([]);
  const start = "export { value } from '#schemas/generated/admin-actions/toy/codes.ts';\n";
  const findings = await listFindings({ ...files, 'server/app/start-server.ts': start });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('Only admin pages import the registries of their actions');
});

describe('the registries of journeys', () => {
  const wrong: readonly (readonly [module: string, part: string, message: string])[] = [
    ['engine/decide', 'decide', 'The engine must not import what journeys decide. Anyone who reads the project'],
    ['engine/compile', 'client', 'Only engine/client imports what journeys bring to the browser'],
    ['server/http', 'server', 'Only server/app imports what journeys bring to the server'],
  ];
  const findings = findingsOfEach(
    Object.fromEntries(
      wrong.flatMap(([module, part]) => [
        [`schemas/generated/journeys/${part}.ts`, value],
        [
          `${module}/use.ts`,
          `import { value } from '#schemas/generated/journeys/${part}.ts';\nexport const use = value;\n`,
        ],
      ]),
    ),
  );
  test.each(wrong)('%s must not import the registry journeys/%s', (module, _, message) => {
    expect(findings(`${module}/use.ts`)).toEqual([expect.stringContaining(message)]);
  });
});

test('the registry is imported by engine/compile only', async () => {
  const source = "import { value } from '#schemas/generated/registry.ts';\nexport const use = value;\n";
  const findings = await listFindings({
    'schemas/generated/registry.ts': value,
    'engine/compile/use.ts': source,
    'engine/decide/use.ts': source,
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('engine/decide/use.ts → schemas/generated/registry.ts');
});

test('the server must not reach JSX', async () => {
  const findings = await listFindings({
    'server/app/mail.ts': "import { Mail } from './Mail.tsx';\nexport const mail = Mail;\n",
    'server/app/Mail.tsx': 'export const Mail = () => <p>Hello</p>;\n',
  });
  expect(findings.join()).toContain('Code that Node runs as it is must not import JSX');
});

test('a cycle is refused with every step of it', async () => {
  const findings = await listFindings({
    'engine/shared/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'engine/shared/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  });
  expect(findings.join()).toMatch(/engine\/shared\/b\.ts → engine\/shared\/a\.ts/);
});

describe('the modules of the server', () => {
  const wrong: readonly (readonly [from: string, to: string, way: string])[] = [
    ['server/platform', 'server/staff', 'It may import engine/shared, engine/i18n, schemas/generated'],
    ['server/staff', 'server/site', 'It may import server/platform, engine/shared, schemas/generated'],
    ['server/site', 'server/forms', 'It may import server/platform, engine/shared'],
    ['server/http', 'server/graphql', 'It may import server/platform, server/staff'],
  ];
  const importer = (from: string, to: string): string => `${from}/use/use-${to.replace('/', '-')}.ts`;
  const findings = findingsOfEach(
    Object.fromEntries(
      wrong.flatMap(([from, to]) => [
        [importer(from, to), `import type { Thing } from '#${to}/thing.ts';\nexport const use: Thing = { a: '' };\n`],
        [`${to}/thing.ts`, type],
      ]),
    ),
  );
  test.each(wrong)('%s must not import %s, not even a type', (from, to, way) => {
    const [finding, ...others] = findings(importer(from, to));
    expect(finding).toContain(`${importer(from, to)} → ${to}/thing.ts`);
    expect(finding).toContain(`${from} must not import ${to}. ${way}`);
    expect(others).toEqual([]);
  });
});

test('folders of a module that import each other are refused with the imports that do it, though no file is in a cycle', async () => {
  const findings = await listFindings({
    'journeys/toy/members/register/register.ts':
      "import { value } from '../account/value.ts';\nexport const register = value;\n",
    'journeys/toy/members/register/form.ts': type,
    'journeys/toy/members/account/value.ts': value,
    'journeys/toy/members/account/inner/person.ts':
      "import type { Thing } from '#journeys/toy/members/register/form.ts';\nexport const person: Thing = { a: '' };\n",
  });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(
    'journeys/toy/members/account → journeys/toy/members/register → journeys/toy/members/account',
  );
  expect(findings[0]).toContain('journeys/toy/members/account/inner/person.ts → journeys/toy/members/register/form.ts');
  expect(findings[0]).toContain('journeys/toy/members/register/register.ts → journeys/toy/members/account/value.ts');
  expect(findings[0]).toContain('Move what both need into a folder of its own');
});

test('a module may open with a file that all its folders import and close with one that imports them all', async () => {
  const findings = await listFindings({
    'journeys/toy/members/ports.ts': type,
    'journeys/toy/members/register/register.ts':
      "import type { Thing } from '#journeys/toy/members/ports.ts';\nexport const register: Thing = { a: '' };\n",
    'journeys/toy/members/register/register.test.ts': "import '#journeys/toy/members/index.ts';\n",
    'journeys/toy/members/index.ts': "export { register } from './register/register.ts';\n",
  });
  expect(findings).toEqual([]);
});

test('a file of the server outside its folders is refused, because no row of the table speaks of it', async () => {
  const findings = await listFindings({
    'server/loose.ts': value,
    'server/app/use.ts': "export { value } from '#server/loose.ts';\n",
  });
  expect(findings.join()).toContain('A file of the server belongs to one of its folders');
});

test('an import that leads nowhere is refused', async () => {
  const findings = await listFindings({
    'engine/shared/a.ts': "import { b } from '#engine/shared/missing.ts';\nexport const a = b;\n",
  });
  expect(findings.join()).toContain('An import must lead somewhere');
});
