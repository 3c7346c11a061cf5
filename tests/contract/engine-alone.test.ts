import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { JsonSchema } from '#engine/cli/gen/schema.ts';
import { readSource } from '#engine/cli/gen/source.ts';
import { programOf } from '#tests/setup/program-of.ts';

const root = join(import.meta.dirname, '../..');
const MINUTES = 60_000;

/** What a site is made of, but for its documents: of these the one that declares the languages. */
const staffWords = listPaths(root, 'locales/*/staff.json');
const folders = [
  'engine',
  'blocks',
  'schemas',
  'server',
  'locales/en',
  ...staffWords,
  'docs/rules',
  'tests',
  'pages-config/site.json',
];
const configs = ['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'];
/** Tests of the server, most of which register members, and tests that take long. */
const leftOut = /^server\/.*\.test\.ts$|^tests\/(?:e2e|gallery|bench|prove)\//;

let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'vitrine-alone-'));
  for (const path of [...folders, ...configs])
    cpSync(join(root, path), join(project, path), {
      recursive: true,
      filter: (from) => !leftOut.test(relative(root, from)),
    });
  // Without the backend there is no database to make ahead.
  writeFileSync(join(project, 'tests/setup/model-databases.ts'), 'export default (): void => {};\n');
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  cpSync(join(root, 'journeys/journeys.json'), join(project, 'journeys/journeys.json'));
  withoutProduct();
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      include: ['engine', 'blocks', 'schemas', 'journeys', 'server', 'tests/contract/small-site.test.ts', '*.ts'],
    }),
  );
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Takes out blocks with forms, and what others say about facets and blocks that are not there any more. */
function withoutProduct(): void {
  const { journeys } = readSource(root);
  const gone = new Set(journeys.flatMap(({ vocabulary }) => Object.keys(vocabulary.facets ?? {})));
  const schemas = listPaths(project, 'blocks/*/*.schema.json').map((file) => ({ file, schema: read(file) }));
  const removed = schemas.filter(({ schema }) => (schema.forms ?? schema.stepBy) !== undefined);
  for (const { file } of removed) rmSync(join(project, dirname(file)), { recursive: true });
  const names = new Set(removed.map(({ file }) => file.split('/')[1]));
  for (const { file, schema } of schemas) {
    if ((schema.forms ?? schema.stepBy) !== undefined) continue;
    const { facets, children } = schema;
    const left = {
      ...schema,
      ...(facets && { facets: facets.filter((facet) => !gone.has(facet)) }),
      ...(children && { children: children.filter((child) => !names.has(child)) }),
    };
    writeFileSync(join(project, file), JSON.stringify(left, null, 2));
    leaveOutExamples(join(project, dirname(file), 'examples.json'), names);
  }
}

/** Examples that hold blocks which are gone. */
function leaveOutExamples(file: string, gone: ReadonlySet<string | undefined>): void {
  const examples = JSON.parse(readFileSync(file, 'utf8')) as readonly object[];
  const holds = (example: object): boolean =>
    [...JSON.stringify(example).matchAll(/"type":"([^"]+)"/g)].some(([, type]) => gone.has(type));
  writeFileSync(
    file,
    JSON.stringify(
      examples.filter((example) => !holds(example)),
      null,
      2,
    ),
  );
}

function read(file: string): JsonSchema {
  return JSON.parse(readFileSync(join(project, file), 'utf8')) as JsonSchema;
}

function setJourneys(...journeys: readonly string[]): void {
  writeFileSync(join(project, 'journeys/journeys.json'), JSON.stringify({ journeys }));
}

/** What a program of the project says; rejects with all of it when the program fails. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|VITE_|NODE_OPTIONS)/.test(name));
  // React renders for production where it is set before anything of it is loaded.
  const production = { NODE_ENV: 'production', CI: '1' };
  const env = { ...Object.fromEntries(inherited), ...production };
  try {
    const [node, ...program] = programOf(command);
    const { stdout } = await promisify(execFile)(node, [...program, ...args], { cwd: project, env, maxBuffer: 1e8 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

const gen = (): Promise<string> => run('node', 'engine/cli/main.ts', 'gen');

/** Tests that passed; rejects when one fails. */
async function unit(...files: readonly string[]): Promise<number> {
  const reporters = ['--reporter', 'dot', '--reporter', 'json', '--outputFile.json', 'report.json'];
  await run('vitest', 'run', '--project', 'unit', '--project', 'unit-alone', '--no-isolate', ...reporters, ...files);
  const report = JSON.parse(readFileSync(join(project, 'report.json'), 'utf8')) as { readonly numPassedTests: number };
  return report.numPassedTests;
}

const smallSite = 'tests/contract/small-site.test.ts';

test(
  'without any journey the engine generates, type-checks, passes its tests and serves a site',
  { timeout: 5 * MINUTES },
  async () => {
    setJourneys();
    await gen();
    expect(await run('tsc', '--noEmit')).toBe('');
    expect(await unit('engine/decide', 'engine/guards', smallSite)).toBeGreaterThan(100);
  },
);

test('with a newsletter in their place it decides, asks and confirms', { timeout: 5 * MINUTES }, async () => {
  cpSync(join(root, 'tests/fixtures/newsletter'), project, { recursive: true });
  setJourneys('newsletter');
  await gen();
  expect(await run('tsc', '--noEmit')).toBe('');
  expect(await unit('journeys/newsletter', 'engine/decide/journey.test.ts', smallSite)).toBeGreaterThan(20);
});

test(
  'with another house in two languages, one from right to left, and a journey of its own, the same engine builds and serves its site',
  { timeout: 5 * MINUTES },
  async () => {
    for (const folder of ['pages-config', 'locales']) rmSync(join(project, folder), { recursive: true });
    cpSync(join(root, 'tests/mistakes/project/images'), join(project, 'images'), { recursive: true });
    for (const from of ['tests/fixtures/newsletter', 'tests/fixtures/second-site'])
      cpSync(join(root, from), project, { recursive: true });
    setJourneys('newsletter');
    speakOnlyWhatIsThere();
    await gen();
    expect(readFileSync(join(project, 'schemas/generated/vocabulary.ts'), 'utf8')).toContain(
      "export type Locale = 'en' | 'he';",
    );
    const checked = await run('node', 'engine/cli/main.ts', 'check');
    expect(checked).toContain('0 errors, 0 warnings.');
    cpSync(join(root, 'commands'), join(project, 'commands'), { recursive: true });
    await run('node', 'commands/build.ts');
    expect(await unit('tests/contract/second-site.test.ts', 'tests/contract/built-site.test.ts')).toBe(14);
  },
);

/** Words of blocks that the second site does not show, in its other language. */
function speakOnlyWhatIsThere(): void {
  const file = join(project, 'locales/he/words.json');
  const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const strings of listPaths(project, 'blocks/*/strings.json')) {
    const block = strings.split('/')[1] ?? '';
    for (const key of Object.keys(JSON.parse(readFileSync(join(project, strings), 'utf8')) as object))
      words[`${block}.${key}`] ??= 'מילה';
  }
  writeFileSync(file, JSON.stringify(words));
}
