import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inBlocks } from '#engine/documents/block-files.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { readSource } from '#engine/cli/gen/source.ts';
import { newExperiment } from '#engine/cli/new/new-experiment.ts';
import { formatPinnedValues, readPinnedValues } from '#engine/documents/pinned-values.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { getProject, resolve } from '#engine/documents/resolve.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { computeConclusion } from '#server/admin/pages/experiments/results/compute-conclusion.ts';
import { end } from '../../commands/experiment/end.ts';

/* The walk of docs/experiments.md by files: from an idea to a winner that everybody gets. */

const folder = mkdtempSync(join(tmpdir(), 'vitrine-walk-'));
const onlyTheirs = 'images/walk/only-theirs.jpg';

beforeAll(() => {
  cpSync('pages-config', join(folder, 'pages-config'), { recursive: true });
  cpSync('locales', join(folder, 'locales'), { recursive: true });
  cpSync('pins.json', join(folder, 'pins.json'));
  for (const file of listPaths('.', ['schemas/**/*.json', ...inBlocks('**/*.json')], ['schemas/generated/**']))
    write(file, readFileSync(file, 'utf8'));
  // Only their names count here.
  for (const file of [...listPaths('.', 'images/**/*.{jpg,png,webp,avif}'), onlyTheirs]) write(file, '');
});

afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const deployment = { basePath: '/', publicOrigin: 'https://example.test', webViewScheme: '' };

async function resolved() {
  const result = resolve({ ...(await readProject(folder)), deployment, journeys });
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result;
}

const site = async () => (await resolved()).site;

async function said(call: Parameters<typeof end>[0], ...asked: readonly Parameters<typeof end>[2][]): Promise<string> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await end(call, folder, ...asked);
  const lines = printed.mock.calls.map(([line]) => String(line));
  printed.mockRestore();
  return lines.join('\n');
}

test('an idea becomes an experiment, its winner the landing, and nothing of the others is left', async () => {
  const input = { variations: [], weights: '20,80', metric: 'account_activated', effect: '0.1' };
  const base = 'landings/lean';
  const files = newExperiment({ name: 'evening', base, input, source: readSource('.'), root: folder });
  for (const [file, text] of files) write(file, text);
  const variant = 'pages-config/landings/evening.json';
  const image = `"image": { "src": "${onlyTheirs}", "decorative": true }`;
  write(variant, read(variant).replace('"meta": {', `"theme": "ink", "meta": { ${image},`));
  const experiment = 'pages-config/experiments/evening.json';
  write(experiment, read(experiment).replace('"paused"', '"live"'));
  const before = await site();
  expect(before.experiments.find(({ key }) => key === 'evening')).toMatchObject({
    status: 'live',
    goalMetric: 'account_activated',
    minimumDetectableEffect: 0.1,
    variations: [{ weight: 0.2 }, { key: 'evening', weight: 0.8 }],
  });

  const promote = { key: 'evening', winner: 'evening', adapts: false };
  await expect(said({ ...promote, winner: 'evning', isDry: false })).rejects.toThrow('Did you mean "evening"?');
  const patch = await said({ ...promote, isDry: true });
  expect(patch).toContain('--- a/pages-config/experiments/evening.json\n+++ /dev/null\n');
  expect(patch).toContain('Nothing was written.');
  expect(existsSync(join(folder, experiment))).toBe(true);

  expect(await said({ ...promote, isDry: false })).toContain('pages-config/landings/lean.json is written.');
  const after = await site();
  expect(after.experiments.map(({ key }) => key)).not.toContain('evening');
  expect(after.documents.get(base)).toMatchObject({
    theme: 'ink',
    meta: before.documents.get('landings/evening')?.meta,
    blocks: before.documents.get('landings/evening')?.blocks,
  });
  expect([variant, experiment].filter((file) => existsSync(join(folder, file)))).toEqual([]);
  // No visitor sees the old title, and all see the image.
  expect(read('locales/de/registration.json')).not.toContain('"lean.meta"');
  expect(existsSync(join(folder, onlyTheirs))).toBe(true);
});

test('the winner of the shipped experiment becomes the landing once a user agrees to the other pages, and check is silent', async () => {
  const promote = { key: 'short-hero', winner: 'short', isDry: false, adapts: false };
  const project = { ...(await readProject(folder)), deployment, journeys };
  const before = await resolved();
  const pins = read('pins.json');
  await expect(said(promote, () => Promise.resolve(false))).rejects.toThrow(
    'Nothing was written. When they look as they should, call again with --adapt.',
  );
  expect(existsSync(join(folder, 'pages-config/experiments/short-hero.json'))).toBe(true);

  let question = '';
  const printed = await said(promote, (asked) => {
    question = asked;
    return Promise.resolve(true);
  });
  const lines = [...question.matchAll(/^ {2}landings\/lean, (..), \S+: ".+" → ".+"$/gm)];
  expect(new Set(lines.map(([, locale]) => locale)).size).toBe(7);
  // The patch of the admin pages says the same.
  const { body } = computeConclusion(project, promote).file;
  for (const [line] of lines)
    expect([printed, body]).toEqual([expect.stringContaining(line), expect.stringContaining(line)]);

  const after = await resolved();
  expect(after.warnings).toEqual(before.warnings);
  expect(after.site.experiments.map(({ key }) => key)).not.toContain('short-hero');
  expect(after.site.documents.has('landings/short-hero')).toBe(false);

  // What pins stand for moved with the base, as "npm run check -- --fix" would have it.
  const renewed = read('pins.json');
  expect(renewed).not.toBe(pins);
  expect(formatPinnedValues(getProject(after), readPinnedValues(renewed))).toBe(renewed);
  expect(body).toContain('+++ b/pins.json\n');
});
