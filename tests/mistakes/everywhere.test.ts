import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { composeSchemas } from '#engine/cli/gen/compose.ts';
import { editorFolder, generateEditorSchemas } from '#engine/cli/gen/editor.ts';
import { readSource } from '#engine/cli/gen/source.ts';
import { withFonts } from '#engine/compile/assets/look-at-fonts.ts';
import { withPictures } from '#engine/compile/assets/look-at-pictures.ts';
import { findingsMessage } from '#engine/vike/findings-event.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { mistakeOf } from '../../commands/run-command.ts';
import { addedMistakes } from './added-file-mistakes.ts';
import { documentMistakes } from './document-mistakes.ts';
import { characterMistakes } from './character-mistakes.ts';
import { fileMistakes } from './file-mistakes.ts';
import { MistakenProject } from './mistaken-project.ts';
import { mistakes as firstMistakes } from './mistakes.ts';
import { brandMistakes } from './brand-mistakes.ts';
import { siteMistakes } from './site-mistakes.ts';
import { variantMistakes } from './variant-mistakes.ts';

/* Anyone who meets a mistake first, in the editor, the build or the open page, gets the same message at the same place (N9). */

const mistakes = [
  ...firstMistakes,
  ...fileMistakes,
  ...characterMistakes,
  ...documentMistakes,
  ...siteMistakes,
  ...brandMistakes,
  ...variantMistakes,
];
const project = new MistakenProject('tests/mistakes/project');
afterAll(() => project.remove());
const deployment = { basePath: '/', publicOrigin: 'https://example.test', webViewScheme: '' };

/** Documents are built alike on every day: only the command asks what day it is. */
const ofToday: ReadonlySet<string> = new Set(['A claim that has expired', 'A claim of a day to come']);

interface Refusal {
  /** Lines that a build ends with. */
  readonly build: readonly string[];
  /** What is sent to open pages in development, place and rule of each. */
  readonly overlay: readonly (readonly [place: string, rule: string])[];
}

/** Errors alone refuse a site. */
async function refusal(): Promise<Refusal> {
  const input = await withFonts(await withPictures(project.root, await readProject(project.root)));
  const result = resolve({ ...input, deployment, journeys });
  if (result.ok) return { build: [], overlay: [] };
  return {
    build: mistakeOf(result.findings).message.split('\n'),
    overlay: findingsMessage(result.findings).findings.map(({ file, line, column, rule }) => [
      `${file}:${line}:${column}`,
      rule,
    ]),
  };
}

const asBuilt = (line = ''): readonly string[] => line.split('  ', 3);

test('A build and a page in development refuse every mistake by the rule and at the place that the command says', async () => {
  const others: string[] = [];
  const compare = async ({ name, at, rule, severity }: (typeof mistakes)[number]): Promise<void> => {
    const { build, overlay } = await refusal();
    const said = asBuilt(build[0]);
    const isRefused = severity !== 'warning' && !ofToday.has(name);
    if (JSON.stringify(said) !== JSON.stringify(isRefused ? [at, 'error', rule] : ['']))
      others.push(`${name}: ${said.join(' ')}`);
    if (JSON.stringify(overlay) !== JSON.stringify(isRefused ? [[at, rule]] : []))
      others.push(`${name}, over the page: ${overlay.join(' ')}`);
  };
  for (const mistake of mistakes) await project.withMistake([mistake], () => compare(mistake));
  for (const mistake of addedMistakes)
    await project.withFile(mistake, () => compare({ ...mistake, find: '', write: '' }));
  expect(others).toEqual([]);
});

/** Editors know documents alone, by the schemas that are written for them. */
const own = readSource(project.root);
const ours = readSource('.');
const { documents, bases, texts, links, textKeys, images } = own;
const source = { ...ours, documents, bases, texts, links, textKeys, images };
const schemas = new Map(generateEditorSchemas(source, composeSchemas(source)));
const service = getLanguageService({
  // Documents name their schema by a path from their own folder.
  workspaceContext: { resolveRelativePath: (path) => path },
  schemaRequestService: (uri) => Promise.resolve(schemas.get(editorFolder + basename(uri)) ?? ''),
});

/** Lines that an editor underlines. */
async function underlined(file: string): Promise<readonly number[]> {
  const document = TextDocument.create(`file:///${file}`, 'json', 1, readFileSync(join(project.root, file), 'utf8'));
  const found = await service.doValidation(document, service.parseJSONDocument(document), { comments: 'error' });
  return found.map(({ range }) => range.start.line + 1);
}

/** Where an editor has nothing to underline, opens another encoding without a word, or cannot read as deep. */
const ofBytes: ReadonlySet<string> = new Set([
  'A file with a byte order mark',
  'A file in UTF-16',
  'Brackets without an end',
  'An empty file',
]);

const shapes = new Set([
  'json',
  'schema',
  'unknown-block',
  'unknown-guard',
  'unknown-layout',
  'unknown-text',
  'unknown-image',
  'unknown-fragment',
]);

test('An editor underlines mistakes of notation and shape, and names that do not exist, on the line that the command says', async () => {
  const inDocuments = mistakes.filter(
    ({ name, file, rule, at }) =>
      file.startsWith('pages-config/') && at.startsWith(file) && shapes.has(rule) && !ofBytes.has(name),
  );
  const unseen: string[] = [];
  for (const mistake of inDocuments) {
    const line = Number(mistake.at.split(':')[1]);
    const lines = await project.withMistake([mistake], () => underlined(mistake.file));
    if (!lines.includes(line)) unseen.push(`${mistake.name}: line ${line}, not ${lines.join()}`);
  }
  expect(inDocuments.length).toBeGreaterThan(60);
  expect(unseen).toEqual([]);
});
