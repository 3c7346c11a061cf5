import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import type { ResolveInput, ResolveResult } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

const root = 'tests/invalid-projects/project';
const files: ReadonlyMap<string, string> = new Map(
  listPaths(root, '**/*.json').map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** What differs from the small valid project: a new text, an edit of the old one, or `null` for a file that is gone. */
export type Changes = Readonly<Record<string, string | JsonObject | null | ((text: string) => string)>>;

/** The small valid project of `tests/invalid-projects/project`, changed. */
export function smallProject(changes: Changes = {}): ResolveInput {
  const changed = new Map(files);
  for (const [file, change] of Object.entries(changes)) {
    if (change === null) changed.delete(file);
    else if (typeof change === 'function') changed.set(file, edit(file, change));
    else changed.set(file, typeof change === 'string' ? change : JSON.stringify(withSchema(file, change), null, 2));
  }
  return {
    layers: [{ name: 'files', files: changed }],
    images: ['images/emblem.png', 'images/satin.jpg'],
    deployment: { basePath: '/', publicOrigin: 'https://example.test', webViewScheme: '' },
    journeys,
  };
}

/** A test that writes a document says `x` for the schema that editors complete it by. */
function withSchema(file: string, document: JsonObject): JsonObject {
  if (document['$schema'] !== 'x') return document;
  const kind =
    file
      .split('/')
      .at(1)
      ?.replace(/s?(?:\.json)?$/, '') ?? '';
  const up = '../'.repeat(file.split('/').length - 1);
  return { ...document, $schema: `${up}schemas/generated/editor/${kind}.schema.json` };
}

function edit(file: string, change: (text: string) => string): string {
  const before = files.get(file) ?? '';
  const after = change(before);
  if (after === before) throw new Error(`The edit of ${file} changed nothing.`);
  return after;
}

/** Further brand of the small project. */
export const brandFile = 'pages-config/brands/osteria.json';

/** A further brand that differs from the brand of the small project as given. */
export function furtherBrand(changes: JsonObject = {}, day: JsonObject = {}): JsonObject {
  const { address: _address, ...own } = JSON.parse(files.get('pages-config/brand.json') ?? '') as {
    readonly address: unknown;
    readonly day: JsonObject;
  };
  return { ...own, $schema: 'x', name: 'Osteria', day: { ...own.day, ...day }, ...changes };
}

export function resolveSmall(changes: Changes = {}, previous?: ResolveResult): ResolveResult {
  return resolveOn(smallProject(changes), '2026-11-20', previous);
}

/** All findings of the changed project as `rule file:line:column path`. */
export function checkSmall(changes: Changes): readonly Finding[] {
  const result = resolveSmall(changes);
  return result.ok ? result.warnings : result.findings;
}

/** Findings as `rule file path`, short enough to compare in one line. */
export function shortFindings(changes: Changes): readonly string[] {
  return checkSmall(changes).map(({ rule, file, path }) => `${rule} ${file.replace('pages-config/', '')} ${path}`);
}

/** Exchanges one piece of text; what is not there is a mistake of the test. */
export function swap(from: string, to: string): (text: string) => string {
  return (text) => {
    if (!text.includes(from)) throw new Error(`The text does not hold ${from}`);
    return text.replace(from, () => to);
  };
}

/** A variant of the landing and an experiment that shows it to one half, as they are written. */
export const calmVariant = { $schema: 'x', version: 4, extends: 'landings/default', changes: [] };
export const calmExperiment = {
  $schema: 'x',
  version: 4,
  status: 'live',
  hypothesis: 'A shorter page is read further.',
  document: 'landings/default',
  variations: [
    { key: 'control', weight: 1 },
    { key: 'calm', variant: 'landings/calm', weight: 1 },
  ],
};

/** A live experiment on the default landing whose variations show these landings, as it is written. */
export const experimentWith = (variations: readonly string[], more: JsonObject = {}): JsonObject => ({
  $schema: 'x',
  version: 4,
  status: 'live',
  hypothesis: 'Something changes for the better.',
  document: 'landings/default',
  variations: [
    { key: 'control', weight: 1 },
    ...variations.map((variation) => ({ key: variation, variant: `landings/${variation}`, weight: 1 })),
  ],
  ...more,
});
