import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSource } from '#engine/cli/gen/source.ts';
import { run as importTexts } from '#engine/cli/translations/index.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { buildFindingsMessage } from '#engine/vike/findings-event.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve, resolveWithPauses } from '#engine/documents/resolve.ts';
import type { ResolveInput } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { createEditor } from '#tests/helpers/editor.ts';
import { toUserError } from '../../commands/run-command.ts';
import { addedMistakes } from './added-file-mistakes.ts';
import { MistakenProject } from './mistaken-project.ts';
import { changedMistakes } from './document-and-file-mistakes.ts';

/* Anyone who meets a mistake first, in the editor, the build or the open page, gets the same message at the same place (N9). */

const project = new MistakenProject('tests/invalid-projects/project');
afterAll(() => project.remove());
const deployment = { basePath: '/', publicOrigin: 'https://example.test', webViewScheme: '' };

/** Documents are built alike on every day: only the command asks what day it is. */
const ofToday: ReadonlySet<string> = new Set(['A claim that has expired', 'A claim of a day to come']);

const readFonts = async <Read extends ResolveInput>(read: Read) => inspectFonts(read, undefined, project.root);
const readRight = async () =>
  readFonts({ ...(await inspectImages(project.root, await readProject(project.root))), deployment, journeys });
const right = await readRight();
const published = resolve(right);

interface Refusal {
  /** Lines that a build ends with. */
  readonly build: readonly string[];
  /** What is sent to open pages in development, place and rule of each. */
  readonly overlay: Places;
}

type Places = readonly (readonly [place: string, rule: string])[];

const listPlaces = (findings: Parameters<typeof buildFindingsMessage>[0]): Places =>
  buildFindingsMessage(findings).findings.map(({ file, line, column, rule }) => [`${file}:${line}:${column}`, rule]);

/** What refuses the publication of a draft with this file. */
async function refusalOfDraft(file: string): Promise<Places> {
  const draft = { name: 'draft', files: new Map([[file, readFileSync(join(project.root, file), 'utf8')]]) } as const;
  const result = await resolveWithPauses({ ...right, layers: [...right.layers, draft] }, published, async () => {});
  return result.ok ? [] : listPlaces(result.findings);
}

/** Errors alone refuse a site. */
async function refusal(file: string): Promise<Refusal> {
  const read = { ...(await inspectImages(project.root, await readProject(project.root))), deployment, journeys };
  const input = file.startsWith('pages-config/brand') ? await readFonts(read) : { ...read, fonts: right.fonts };
  const result = resolve(input);
  if (result.ok) return { build: [], overlay: [] };
  return {
    build: toUserError(result.findings).message.split('\n'),
    overlay: listPlaces(result.findings),
  };
}

const asBuilt = (line = ''): readonly string[] => line.split('  ', 3);

test('A build, a page in development and a publication refuse every mistake by the rule and at the place that the command says', async () => {
  const others: string[] = [];
  const compare = async ({ name, file, at, rule, severity }: (typeof changedMistakes)[number]): Promise<void> => {
    const { build, overlay } = await refusal(file);
    const said = asBuilt(build[0]);
    const isRefused = severity !== 'warning' && !ofToday.has(name);
    if (JSON.stringify(said) !== JSON.stringify(isRefused ? [at, 'error', rule] : ['']))
      others.push(`${name}: ${said.join(' ')}`);
    const places = isRefused ? [[at, rule]] : [];
    if (JSON.stringify(overlay) !== JSON.stringify(places)) others.push(`${name}, over the page: ${overlay.join(' ')}`);
    // A server has the fonts that its build read.
    if (!right.layers[0].files.has(file) || (rule === 'brand-font' && overlay.length > 0)) return;
    const draft = await refusalOfDraft(file);
    if (JSON.stringify(draft) !== JSON.stringify(places)) others.push(`${name}, published: ${draft.join(' ')}`);
  };
  for (const mistake of changedMistakes) await project.withMistake([mistake], () => compare(mistake));
  for (const mistake of addedMistakes)
    await project.withFile(mistake, () => compare({ ...mistake, find: '', write: '' }));
  expect(others).toEqual([]);
});

/** Mistakes in one translation each, without those that an import corrects. */
const translated = changedMistakes.flatMap((mistake) => {
  const [, locale = '', namespace = ''] = /^locales\/(?!en\/)(\w\w)\/(\w+)\.json$/.exec(mistake.file) ?? [];
  const isAtText = locale !== '' && mistake.at.startsWith(mistake.file);
  if (!isAtText || mistake.severity === 'warning' || mistake.rule === 'invisible-character') return [];
  const before = right.layers[0].files.get(mistake.file) ?? '';
  const [from, to] = [before, before.replace(mistake.find, () => mistake.write)].map(
    (text) => new Map(Object.entries(readObject(text))),
  );
  const changed = [...(to ?? [])].filter(
    ([key, text]) => typeof text === 'string' && from?.has(key) === true && from.get(key) !== text,
  );
  return changed.map(([key, text]) => ({ ...mistake, locale, key: `${namespace}.${key}`, text: String(text) }));
});

function readObject(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    // A mistake of notation is none of a text.
    return {};
  }
}

const english: ReadonlyMap<string, string> = new Map(
  ['landing', 'site'].flatMap((name) =>
    Object.entries(readObject(right.layers[0].files.get(`locales/en/${name}.json`) ?? '')).map(
      ([key, text]) => [`${name}.${key}`, String(text)] as const,
    ),
  ),
);
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test.each([
  [
    'texts.xlf',
    (texts: typeof translated) =>
      [
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">',
        ...texts.map(
          ({ locale, key, text }) =>
            `<file original="x" datatype="plaintext" source-language="en" target-language="${locale}"><body><trans-unit id="${key}"><source>${escapeXml(english.get(key) ?? '')}</source><target>${escapeXml(text)}</target></trans-unit></body></file>`,
        ),
        '</xliff>',
      ].join('\n'),
  ],
  [
    'texts.csv',
    (texts: typeof translated) => {
      const languages = [...new Set(texts.map(({ locale }) => locale))];
      const rows = texts.map(({ locale, key, text }) => {
        const cells = languages.map((language) => (language === locale ? quote(text) : ''));
        return [key, quote(english.get(key) ?? ''), ...cells].join(',');
      });
      return [['key', 'en', ...languages].join(','), ...rows].join('\n');
    },
  ],
] as const)(
  'An import refuses each of these texts alone, at its line in %s, by the rule that the command says',
  async (name, format) => {
    // Of two translations of one text both would be refused.
    const texts = translated.filter(
      ({ key, locale }, index) =>
        translated.findIndex((other) => other.key === key && other.locale === locale) === index,
    );
    expect(texts.length).toBeGreaterThan(3);
    const file = join(project.root, name);
    writeFileSync(file, format(texts));
    let said = '';
    const output = { colours: false, write: (text: string) => void (said += text) };
    expect(await importTexts(['import', file], project.root, output)).toBe(1);
    const lines = said.trimEnd().split('\n');
    expect(lines.at(-1)).toContain(` 0 taken, 0 same, `);
    expect(
      lines.filter((line) => line.startsWith(file)).map((line) => line.replace(/ {2}\S+ {2}.*\(rule /, ' ')),
    ).toEqual(texts.map(({ rule }, index) => `${file}:${index + 2} ${rule})`));
    for (const [index, { key, says }] of texts.entries())
      for (const words of [key, ...says.slice(0, 1)]) expect(lines[index]).toContain(words);
  },
);

/** Editors know documents alone, by the schemas that are written for them. */
const own = readSource(project.root);
const ours = readSource('.');
const { documents, bases, texts, links, claims, textKeys, images } = own;
const source = { ...ours, documents, bases, texts, links, claims, textKeys, images };
const editor = createEditor(source);

/** Lines that an editor underlines. */
async function underlined(file: string): Promise<readonly number[]> {
  const found = await editor(file, readFileSync(join(project.root, file), 'utf8'));
  return found.map(({ line }) => line);
}

/** Where an editor has nothing to underline there, opens another encoding without a word, or cannot read as deep. */
const ofBytes: ReadonlySet<string> = new Set([
  'A file with a byte order mark',
  'A file in UTF-16',
  'Brackets without an end',
  'An empty file',
  // It believes the document, which asks for the schema of another kind.
  'A document with the schema of another kind',
]);

/** A language server reads on after a mistake of notation, and names each property by itself that is missing. */
const isSaidInParts = ({ name, rule }: { readonly name: string; readonly rule: string }): boolean =>
  rule === 'json' || name === 'A link without anything in it';

const shapes = new Set([
  'json',
  'schema',
  'unknown-block',
  'unknown-guard',
  'unknown-layout',
  'unknown-text',
  'unknown-image',
  'unknown-fragment',
  'unknown-link',
  'unknown-area',
  'document-version',
  'missing-locale',
]);

test('An editor underlines mistakes of notation and shape, and names that do not exist, once and on the line that the command says', async () => {
  const inDocuments = changedMistakes.filter(
    ({ name, file, at }) => file.startsWith('pages-config/') && at.startsWith(file) && !ofBytes.has(name),
  );
  const others: string[] = [];
  for (const mistake of inDocuments) {
    const line = Number(mistake.at.split(':')[1]);
    const lines = await project.withMistake([mistake], () => underlined(mistake.file));
    const isSeen = lines.includes(line) && (isSaidInParts(mistake) || lines.length === 1);
    if (!isSeen && (shapes.has(mistake.rule) || lines.length > 0))
      others.push(`${mistake.name}: line ${line}, not ${lines.join()}`);
  }
  expect(inDocuments.filter(({ rule }) => shapes.has(rule)).length).toBeGreaterThan(70);
  expect(others).toEqual([]);
});
