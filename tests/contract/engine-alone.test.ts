import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBlocks } from '#engine/documents/block-files.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { everything } from '#tests/helpers/everything.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';

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
/** What `gen` writes; tests of the server, most of which register members, and tests that take long. */
const leftOut = /^schemas\/generated$|^server\/.*\.test\.ts$|^tests\/(?:e2e|gallery|bench|prove)\//;

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
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      include: ['engine', 'blocks', 'schemas', 'journeys', 'server', 'tests/contract/*-site.test.ts', '*.ts'],
    }),
  );
  writeFileSync(
    join(project, 'tsconfig.product.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['engine', 'blocks', 'schemas', 'journeys', 'server', 'tests/contract/{second,built}-site.test.ts'],
      // "npm run prove -- copies" checks tests of the engine, without any journey.
      exclude: ['engine/**/*.test.*', 'blocks/**/*.test.*', 'journeys/registration/**/*.test.*'],
    }),
  );
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

function read(file: string): string {
  return readFileSync(join(project, file), 'utf8');
}

function setJourneys(...journeys: readonly string[]): void {
  const site = `import { defineSite } from '#engine/shared/define-site.ts';\nexport default defineSite(${JSON.stringify({ journeys })});\n`;
  writeFileSync(join(project, 'vitrine.config.ts'), site);
}

/** What a program of the project says; rejects with all of it when the program fails. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|VITE_|NODE_OPTIONS)/.test(name));
  // React renders for production where it is set before anything of it is loaded.
  const production = { NODE_ENV: 'production', CI: '1' };
  const env = { ...Object.fromEntries(inherited), ...production };
  try {
    const [node, ...program] = resolveProgram(command);
    const { stdout } = await promisify(execFile)(node, [...program, ...args], { cwd: project, env, maxBuffer: 1e8 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** What a type check of the project with these settings finds. */
const types = (settings: string): Promise<string> => run('tsc', '--noEmit', '--singleThreaded', '-p', settings);

const gen = (): Promise<string> => run('node', 'engine/cli/main.ts', 'gen');

/** Tests that passed; rejects when one fails. */
async function unit(...files: readonly string[]): Promise<number> {
  const reporters = ['--reporter', 'dot', '--reporter', 'json', '--outputFile.json', 'report.json'];
  const projects = ['--project', 'unit', '--project', 'unit-alone', '--no-isolate'];
  // Each worker would load the modules anew, which takes longer than these tests.
  await run('vitest', 'run', ...projects, '--maxWorkers', '1', ...reporters, ...files);
  const report = JSON.parse(readFileSync(join(project, 'report.json'), 'utf8')) as { readonly numPassedTests: number };
  return report.numPassedTests;
}

const smallSite = 'tests/contract/small-site.test.ts';

test(
  'without any journey, and with nothing that was generated before, the engine generates, passes its tests and serves a site',
  { timeout: 5 * MINUTES },
  async () => {
    setJourneys();
    await gen();
    expect(everything ? await types('tsconfig.json') : '').toBe('');
    const decide = everything ? ['engine/decide', 'engine/guards'] : ['engine/decide/match.test.ts'];
    expect(await unit(...decide, smallSite)).toBeGreaterThan(20);
  },
);

test(
  'with a newsletter in their place it type-checks, decides, asks and confirms',
  { timeout: 5 * MINUTES },
  async () => {
    cpSync(join(root, 'tests/fixtures/newsletter'), project, { recursive: true });
    setJourneys('newsletter');
    await gen();
    expect(await types('tsconfig.product.json')).toBe('');
    expect(await unit('journeys/newsletter', 'engine/decide/journey.test.ts')).toBeGreaterThan(15);
  },
);

test('with the club beside the newsletter both are in one site', { timeout: 5 * MINUTES }, async () => {
  for (const folder of ['pages-config', 'locales', 'journeys/registration', 'commands', 'pins.json', 'grades.json'])
    cpSync(join(root, folder), join(project, folder), { recursive: true });
  cpSync(join(root, 'tests/fixtures/newsletter'), project, { recursive: true });
  symlinkSync(join(root, 'images'), join(project, 'images'), 'junction');
  const secondSite = join(root, 'tests/fixtures/second-site');
  // Type-checked here, since nothing else reads what it names.
  cpSync(join(secondSite, 'tests'), join(project, 'tests'), { recursive: true });
  mkdirSync(join(project, 'pages-config/pages/newsletter'));
  for (const page of listPaths(secondSite, ['pages-config/pages/newsletter.json', 'pages-config/pages/newsletter/*'])) {
    // The words of that site are not here.
    const text = readFileSync(join(secondSite, page), 'utf8').replaceAll(/"(?:site|landing)\.\w+"/g, '"site.home"');
    writeFileSync(join(project, page), text);
  }
  for (const file of listPaths(project, 'locales/*/errors.json')) {
    const words = { ...(JSON.parse(read(file)) as object), topic: 'OK' };
    writeFileSync(join(project, file), JSON.stringify(words));
  }
  setJourneys('registration', 'newsletter');
  await gen();
  expect(read('schemas/generated/journeys/plugins.ts')).toContain('journeyPlugins = { registration, newsletter };');
  expect(await run('node', 'engine/cli/main.ts', 'check')).toContain('0 errors');
  expect(everything ? await types('tsconfig.product.json') : '').toBe('');
  for (const path of ['pages-config', 'locales', 'journeys/registration', 'pins.json', 'grades.json', 'images'])
    rmSync(join(project, path), { recursive: true });
});

test(
  'with another site in two languages, one from right to left, and a journey of its own, the same engine builds and serves its site',
  { timeout: 5 * MINUTES },
  async () => {
    cpSync(join(root, 'tests/invalid-projects/project/images'), join(project, 'images'), { recursive: true });
    for (const from of ['tests/fixtures/newsletter', 'tests/fixtures/second-site'])
      cpSync(join(root, from), project, { recursive: true });
    setJourneys('newsletter');
    speakOnlyWhatIsThere();
    await gen();
    expect(read('schemas/generated/vocabulary.ts')).toContain("export type Locale = 'en' | 'he';");
    const checked = await run('node', 'engine/cli/main.ts', 'check');
    expect(checked).toContain('0 errors, 0 warnings.');
    await run('node', 'commands/build.ts');
    expect(await run('node', 'commands/build.ts')).toContain('Nothing changed since the last build');
    expect(await unit('tests/contract/second-site.test.ts', 'tests/contract/built-site.test.ts')).toBe(14);
  },
);

/** Words of blocks that the second site does not show, in its other language. */
function speakOnlyWhatIsThere(): void {
  const file = join(project, 'locales/he/words.json');
  const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const strings of listPaths(project, inBlocks('*/strings.json'))) {
    const block = basename(dirname(strings));
    for (const key of Object.keys(JSON.parse(read(strings)) as object)) words[`${block}.${key}`] ??= 'מילה';
  }
  writeFileSync(file, JSON.stringify(words));
}
