import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resolve } from '#engine/documents/resolve.ts';
import type { ResolveResult } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { documentValidators } from '#schemas/generated/validators.js';
import { readProject } from '#engine/documents/read-project.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';
import { readSource } from '../gen/source.ts';
import { dispatchCommand } from '../run-command.ts';
import { UsageError } from '../usage.ts';
import { newBlock } from './new-block.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'vitrine-new-'));
const copied = [
  'engine',
  'blocks',
  'journeys',
  'landing-templates',
  'schemas',
  'images',
  'locales',
  'pages-config',
  'docs',
  'package.json',
  'vitrine.config.ts',
  'tsconfig.json',
  '.gitignore',
];

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
}

function cli(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['engine/cli/main.ts', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** Paths that git calls changed or new, generated files and the reference left out. */
function written(): readonly string[] {
  return git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => file !== '' && !file.startsWith('schemas/generated/') && file !== 'docs/documents.md');
}

beforeAll(() => {
  for (const name of copied)
    if (existsSync(join(project, name))) cpSync(join(project, name), join(copy, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'junction');
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Copy');
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('A new block is one new folder; generated files follow by themselves and types hold', () => {
  expect(cli('new', 'block', 'price-table')).toMatchObject({ status: 0 });

  expect(written()).toEqual([
    'blocks/price-table/PriceTable.module.css',
    'blocks/price-table/PriceTable.tsx',
    'blocks/price-table/examples.json',
    'blocks/price-table/price-table.schema.json',
  ]);
  expect(cli('gen', '--check')).toMatchObject({ status: 0 });
  // Only what the block reaches: the whole project takes half a minute of a core.
  const config = { extends: './tsconfig.json', include: ['blocks/price-table'] };
  writeFileSync(join(copy, 'tsconfig.block.json'), JSON.stringify(config));
  const [node, ...tsc] = resolveProgram('tsc');
  const { stdout } = spawnSync(node, [...tsc, '--noEmit', '--singleThreaded', '-p', 'tsconfig.block.json'], {
    cwd: copy,
    encoding: 'utf8',
  });
  rmSync(join(copy, 'tsconfig.block.json'));
  expect(stdout).toBe('');
});

test('What gen remembers of its last run hides neither a changed file nor a mistake', async () => {
  for (const name of ['log', 'error', 'warn'] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
  const check = (): Promise<number> => dispatchCommand(['gen', '--check'], copy);
  expect([await check(), await check()]).toEqual([0, 0]);
  for (const [file, find, replacement] of [
    ['schemas/generated/validators.js', 'export', '// Edited by hand.\nexport'],
    ['blocks/price-table/examples.json', '"price-table"', '"price-tables"'],
  ] as const) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(find);
    writeFileSync(path, text.replace(find, replacement));
    expect(await check(), file).toBe(1);
    writeFileSync(path, text);
  }
  expect(await check()).toBe(0);
});

test('A block of a journey is written to its folder', () => {
  const source = readSource(copy);
  const files = newBlock({
    name: 'price-list',
    base: '',
    journey: 'registration',
    input: { variations: [] },
    source,
    root: copy,
  });
  expect([...files.keys()][0]).toBe('journeys/registration/blocks/price-list/price-list.schema.json');
});

test('A new page, landing and variant are one file each', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('PORT', '3100');
  expect(await dispatchCommand(['new', 'page', 'spring-letter'], copy)).toBe(0);
  expect(await dispatchCommand(['new', 'landing', 'spring-sale'], copy)).toBe(0);
  expect(await dispatchCommand(['new', 'variant', 'spring-sale-short', '--of', 'landings/spring-sale'], copy)).toBe(0);
  vi.unstubAllEnvs();
  const addresses = said.mock.calls.flatMap(([line]) => /open (http\S+)$/.exec(String(line))?.[1] ?? []);
  expect(addresses).toEqual(
    ['spring-letter', 'spring-sale', 'spring-sale-short'].map((name) => `http://localhost:3100/${name}`),
  );

  expect(written().filter((file) => file.startsWith('pages-config/'))).toEqual([
    'pages-config/landings/spring-sale-short.json',
    'pages-config/landings/spring-sale.json',
    'pages-config/pages/spring-letter.json',
  ]);
  const value = (id: string): unknown => JSON.parse(readFileSync(join(copy, `pages-config/${id}.json`), 'utf8'));
  expect(documentValidators.page(value('pages/spring-letter'))).toEqual([]);
  expect(documentValidators.landing(value('landings/spring-sale'))).toEqual([]);
  expect(documentValidators.landing(value('landings/spring-sale-short'))).toEqual([]);
  // Each can be opened at its own address.
  expect(value('pages/spring-letter')).toMatchObject({ route: '/spring-letter' });
  expect(value('landings/spring-sale')).toMatchObject({ slug: 'spring-sale' });
  expect(value('landings/spring-sale-short')).toMatchObject({ slug: 'spring-sale-short' });
  const result = await resolvedCopy();
  const findings = result.ok ? result.warnings : result.findings;
  expect(findings.filter(({ file, severity }) => severity === 'error' && file.includes('/spring-'))).toEqual([]);
});

type Resolved = Extract<ResolveResult, { ok: true }>;

async function resolvedCopy(): Promise<ResolveResult> {
  const deployment = { basePath: '/', publicOrigin: 'https://www.example.com', webViewScheme: '' };
  return resolve({ ...(await readProject(copy)), deployment, journeys });
}

function requireResolved(result: ResolveResult): Resolved {
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result;
}

test('a new experiment is paused, with its variant or with those that there are, or as a holdout, and passes the check', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const before = written();
  const were = await resolvedCopy();
  // Its key comes before those that run, on the landing that one of them tests.
  expect(await dispatchCommand(['new', 'experiment', 'closing-words'], copy)).toBe(0);
  const beside = await resolvedCopy();
  expect(beside.ok ? beside.warnings : beside.findings).toEqual(were.ok ? were.warnings : were.findings);
  const running = ({ site }: Resolved) => site.experiments.filter(({ key }) => key !== 'closing-words');
  expect(running(requireResolved(beside))).toEqual(running(requireResolved(were)));
  const hashes = ({ site }: Resolved) => [...site.documents].map(([id, { hash }]) => [id, hash]);
  expect(hashes(requireResolved(beside))).toEqual(expect.arrayContaining(hashes(requireResolved(were))));
  expect(await dispatchCommand(['gen', '--check'], copy)).toBe(0);

  expect(await dispatchCommand(['new', 'experiment', 'warm-words'], copy)).toBe(0);
  const options = ['--weights', '10,45,45', '--metric', 'account_activated', '--effect', '0.1'];
  const variations = ['--variation', 'landings/warm-words', '--variation', 'landings/short-hero'];
  expect(await dispatchCommand(['new', 'experiment', 'three', ...variations, ...options], copy)).toBe(0);
  expect(await dispatchCommand(['new', 'holdout', 'season', '--weights', '2,98'], copy)).toBe(0);
  const files = [
    'experiments/closing-words',
    'experiments/season',
    'experiments/three',
    'experiments/warm-words',
    'landings/closing-words',
    'landings/warm-words',
  ].map((id) => `pages-config/${id}.json`);
  expect(JSON.parse(readFileSync(join(copy, 'pages-config/experiments/season.json'), 'utf8'))).toMatchObject({
    status: 'paused',
    holdout: true,
    variations: [
      { key: 'held', weight: 2 },
      { key: 'open', weight: 98 },
    ],
  });
  expect(written().filter((file) => !before.includes(file))).toEqual(files);
  expect(JSON.parse(readFileSync(join(copy, 'pages-config/experiments/three.json'), 'utf8'))).toMatchObject({
    status: 'paused',
    document: 'landings/default',
    variations: [
      { key: 'control', weight: 10 },
      { key: 'warm-words', variant: 'landings/warm-words', weight: 45 },
      { key: 'short-hero', variant: 'landings/short-hero', weight: 45 },
    ],
    goalMetric: 'account_activated',
    minimumDetectableEffect: 0.1,
  });
  const result = await resolvedCopy();
  const findings = result.ok ? result.warnings : result.findings;
  expect(findings.filter(({ file }) => files.includes(file))).toEqual([]);
});

test.each([
  [['block', 'PriceList'], 'Use "price-list".'],
  [['block', 'hero'], 'The block "hero" already exists'],
  [['block', 'text'], 'is taken by the engine itself'],
  [['block', 'x', '--journey', 'game'], 'There is no journey "game". vitrine.config.ts names registration.'],
  [['page', 'x', '--journey', 'registration'], '"--journey" is for blocks, not for a page.'],
  [['page', 'x', '--template', 'saas'], '"--template" is for landings, not for a page.'],
  [['landing', 'x', '--template', 'sass'], 'Did you mean "saas"?'],
  [['landing', 'spring-sale', '--template', 'saas'], 'already belongs to landings/spring-sale'],
  [['blok', 'price-list'], 'Did you mean "block"?'],
  [['block'], 'npm run new -- block <name>'],
  [['page', 'api'], 'belongs to the server itself'],
  [['page', 'spring-sale'], 'already belongs to landings/spring-sale'],
  [['variant', 'spring-sale', '--of', 'landings/default'], 'already belongs to landings/spring-sale'],
  [['variant', 'x', '--of', 'landings/spring-sail'], 'Did you mean "landings/spring-sale"?'],
  [['experiment', 'x', '--of', 'landings/defualt'], 'Did you mean "landings/default"?'],
  [['experiment', 'x', '--weights', '50'], '"--weights" takes 2 numbers above 0'],
  [['experiment', 'x', '--metric', 'registered'], 'No journey has the conversion "registered".'],
  [['experiment', 'x', '--effect', '5 %'], 'such as 0.05 for 5 %, not "5 %"'],
  [['holdout', 'x', '--variation', 'landings/short-hero'], 'The variations of a holdout show the landing itself.'],
  [['block', 'x', '--colour', 'red'], 'There is no option "--colour"'],
  [['experiment', 'x', '--arm', 'landings/a'], 'There is no option "--arm". Its name is "--variation".'],
])('new %j is refused and says why', async (args, message) => {
  const before = written();
  const refused = dispatchCommand(['new', ...args], copy);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toBeInstanceOf(UsageError);
  expect(written()).toEqual(before);
});

test('a refusal on the command line says why without a stack and ends with 2', () => {
  expect(cli('new', 'page', 'api')).toEqual({
    status: 2,
    output: 'The address "/api" belongs to the server itself. Choose another name.\n',
  });
});
