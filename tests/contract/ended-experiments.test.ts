import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import type { ClientScripts, Template } from '#engine/compile/types.ts';
import { composeVariations } from '#engine/documents/compose.ts';
import { type Ended, planConclusion } from '#engine/documents/end-experiment/plan-conclusion.ts';
import { writePatch } from '#engine/documents/end-experiment/patch.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { DocumentId, ResolveInput, ResolveResult, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Locale, blockTypes, locales } from '#schemas/generated/vocabulary.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

/* Anyone who comes after the end gets the bytes that visitors of the winning variation got (N4). */

const tested = 'landings/default';
const landing = { $schema: '../../schemas/generated/editor/landing.schema.json', version: 4 };
const winner = {
  ...landing,
  extends: tested,
  changes: [
    { op: 'document', set: { theme: 'ink', meta: { title: 'black-friday.nights.meta', index: false } } },
    { op: 'set', block: 'hero', props: { title: 'landing.short.title', variant: 'short' } },
    { op: 'set', block: 'footer/footer', props: { text: 'landing.closing.text' } },
    { op: 'move', block: 'moment', after: 'hero' },
    { op: 'remove', block: 'app' },
    {
      op: 'insert',
      after: 'moment',
      blocks: [
        { id: 'said', type: 'rich-text', title: 'landing.closing.title', lead: 'landing.closing.text' },
        { id: 'again', fragment: 'fragments/slim-footer' },
      ],
    },
  ],
};
const experiment = (document: DocumentId, variant: DocumentId): object => ({
  $schema: '../../schemas/generated/editor/experiment.schema.json',
  version: 4,
  status: 'live',
  hypothesis: 'Something changes for the better.',
  document,
  variations: [
    { key: 'control', weight: 1 },
    { key: 'test', variant, weight: 1 },
  ],
});

let input: ResolveInput;
let resolved: Extract<ResolveResult, { ok: true }>;
let before: Site;
let ended: Extract<Ended, { ok: true }>;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-ended-'));

beforeAll(async () => {
  const project = await readProject('.');
  const deployment = { basePath: '/', publicOrigin: 'https://example.test', webViewScheme: '' };
  const files = new Map(project.layers[0].files);
  const write = (id: DocumentId, value: object): void =>
    void files.set(`pages-config/${id}.json`, JSON.stringify(value, null, 2));
  write('landings/winner', winner);
  write('landings/other', {
    ...landing,
    extends: tested,
    changes: [{ op: 'set', block: 'code', props: { eyebrow: null } }],
  });
  write('experiments/winner', experiment(tested, 'landings/winner'));
  write('experiments/other', experiment(tested, 'landings/other'));
  files.delete('pages-config/experiments/short-hero.json');
  input = { ...project, layers: [{ name: 'files', files }], deployment, journeys };
  resolved = requireResolved(input);
  before = resolved.site;
  ended = end('winner', 'test');
});

afterAll(() => rmSync(folder, { recursive: true }));

function requireResolved(project: ResolveInput, previous?: ResolveResult): Extract<ResolveResult, { ok: true }> {
  const result = resolve(project, previous);
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result;
}

function end(key: string, variation: string): Extract<Ended, { ok: true }> {
  const found = before.experiments.find((each) => each.key === key);
  if (found === undefined) throw new Error(`There is no experiment "${key}".`);
  const result = planConclusion(input, resolved, { experiment: found, winner: variation });
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result;
}

function after({ files }: Extract<Ended, { ok: true }>): Site {
  const changed = new Map(input.layers[0]?.files);
  for (const [file, text] of files) {
    if (text === null) changed.delete(file);
    else changed.set(file, text);
  }
  return requireResolved({ ...input, layers: [{ name: 'files', files: changed }] }, resolved).site;
}

/** As if every block had been built for browsers. */
const client: ClientScripts = {
  ...noClient,
  modules: Object.fromEntries(
    blockTypes.flatMap((type) =>
      ['island', 'behaviour'].map((kind) => [`${kind}-${type}`, { file: `assets/${kind}-${type}.js`, imports: [] }]),
    ),
  ),
};

type Page = Pick<Template, 'end' | 'tail' | 'contentSecurityPolicy' | 'link' | 'navigation'> & {
  readonly parts: string;
};

/** Pages of a document, the names of documents left out: forms and link previews learn which one they stand in. */
async function render(
  site: Site,
  document: DocumentId,
  variations: readonly DocumentId[],
  languages: readonly Locale[] = locales,
): Promise<readonly Page[]> {
  const compiler = createCompiler({ assets: stubSiteAssets(site), client, buildId: 'test' });
  const composed = composeVariations(site, document, variations);
  if (composed === null) throw new Error(`The variations ${variations.join(', ')} do not fit together.`);
  return Promise.all(
    languages.map(async (locale) => {
      const facets = Object.fromEntries(composed.facets.map((name) => [name, readValue(name)]));
      const page = { site, document, locale, variations, facets, path: readPath(site.documents.get(document)) };
      const {
        parts,
        end: last,
        tail,
        contentSecurityPolicy,
        link,
        navigation,
      } = await compiler.compile({
        ...page,
        ...(variations.length > 1 && { composed }),
      });
      const text = JSON.stringify({
        parts: inOne(parts),
        end: last,
        tail,
        contentSecurityPolicy,
        link,
        navigation: { ...navigation, body: inOne(navigation.body) },
      });
      const names = [variations.join(' '), ...variations, document].filter((name) => name !== '');
      return JSON.parse(names.reduce((all, name) => all.replaceAll(`"${name}\\"`, '"document\\"'), text)) as Page;
    }),
  );
}

const inOne = (parts: Template['parts']): string =>
  parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('');

const readValue = (facet: string): string =>
  facet.startsWith('window:') ? 'open' : facet === 'webView' ? 'no' : 'unknown';
const readPath = (document?: ResolvedDocument): string => (document?.slug === undefined ? '/' : `/${document.slug}`);

test('All visitors get the bytes of the winning variation in every language, by itself and beside another live experiment', async () => {
  const site = after(ended);
  expect(await render(site, tested, [])).toEqual(await render(before, tested, ['landings/winner']));
  expect(await render(site, tested, ['landings/other'])).toEqual(
    await render(before, tested, ['landings/other', 'landings/winner']),
  );
  expect(site.experiments.map(({ key }) => key)).not.toContain('winner');
  expect(site.documents.has('landings/winner')).toBe(false);
  // The footer of all other documents is the one of before.
  expect([...ended.files.keys()]).toContain('pages-config/fragments/footer-winner.json');
  expect([...ended.files.keys()]).not.toContain('pages-config/fragments/footer.json');
});

test.each([
  ['a variant is tested', 'countdown', 'calm', 'landings/black-friday', 'landings/black-friday-calm'],
  ['visitors were redirected', 'steps', 'two-steps', 'landings/one-step', 'landings/two-steps'],
])('Where %s, its page becomes what the winner was', async (_case, key, variation, document, variant) => {
  const site = after(end(key, variation));
  expect(await render(site, document, [], ['pl'])).toEqual(await render(before, document, [variant], ['pl']));
});

test('The patch that the admin takes away makes the same files by "git apply"', () => {
  const files = input.layers[0]?.files ?? new Map<string, string>();
  for (const [file, text] of files) {
    if (!ended.files.has(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  execFileSync('git', ['apply', '-'], { cwd: folder, input: writePatch(files, ended.files) });
  const made = [...ended.files.keys()].map((file) => [file, readIfThere(join(folder, file))] as const);
  expect(new Map(made)).toEqual(ended.files);
});

const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
