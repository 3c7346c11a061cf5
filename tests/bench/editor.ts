import { createRequire } from 'node:module';
import type * as JsonLanguage from 'vscode-json-languageservice';
import { UserError } from '#engine/shared/errors.ts';
import { composeSchemas } from '#engine/cli/gen/compose.ts';
import { generateEditorSchemas } from '#engine/cli/gen/editor.ts';
import { readSource, type GeneratorInput } from '#engine/cli/gen/source.ts';
import { root } from '#server/platform/paths.ts';

/** Node finds no names in this package when it imports it. */
const jsonLanguage: typeof JsonLanguage = createRequire(import.meta.url)('vscode-json-languageservice');

export const summary =
  'Completion in variants, experiments, journeys, the brand and files of texts, by the JSON language server, with 1,000 landings beside those of the project.';

/** Milliseconds that a completion may take once the schema was read. */
const GOAL = 50;
const TIMES = 15;

/** What is completed outside of landings. */
const OTHER_PLACES = [
  { place: 'document of an experiment', kind: 'experiment', text: '{ "document": | }' },
  { place: 'feature of an experiment', kind: 'experiment', text: '{ "feature": | }' },
  {
    place: 'page of a journey',
    kind: 'journey',
    text: '{ "outcomes": { "register": { "registered": [{ "page": | }] } } }',
  },
  { place: 'state of a journey', kind: 'journey', text: '{ "machines": { "a": { "transitions": [{ "to": | }] } } }' },
  { place: 'colour of the brand', kind: 'brand', text: '{ "day": { "background": | } }' },
  { place: 'entry of a file of texts', kind: 'texts', text: '{ | }' },
] as const;

export async function run(): Promise<void> {
  const source = readSource(root);
  const medians = [...(await measure('project', source)), ...(await measure('1,000 landings', withCopies(source)))];
  console.log(`Slowest median: ${Math.max(...medians).toFixed(1)} ms; the goal is ${GOAL} ms.`);
}

/** Copies of the landings, each with a hero that says something else, so that little of them is described alike. */
function withCopies(source: GeneratorInput): GeneratorInput {
  const copies = Array.from({ length: 1_000 }, (_, index) => {
    const { blocks } = source.bases[index % source.bases.length] ?? { blocks: [] };
    const own = blocks.map((block) => (block['type'] === 'hero' ? { ...block, title: `landing.copy${index}` } : block));
    return { id: `landings/copy-${index}`, blocks: own, bases: [], isLinkable: true };
  });
  return {
    ...source,
    bases: [...source.bases, ...copies],
    documents: [...source.documents, ...copies.map(({ id }) => id)],
  };
}

async function measure(name: string, source: GeneratorInput): Promise<readonly number[]> {
  const files = new Map(generateEditorSchemas(source, composeSchemas(source)));
  const landing = 'schemas/generated/editor/landing.schema.json';
  const bytes = files.get(landing)?.length ?? 0;
  console.log(`${name}: ${source.bases.length} landings, schema ${(bytes / 1e6).toFixed(1)} MB`);
  const service = jsonLanguage.getLanguageService({
    schemaRequestService: (uri) => Promise.resolve(files.get(uri.replace('file:///', '')) ?? ''),
  });
  service.configure({
    schemas: ['landing', ...OTHER_PLACES.map(({ kind }) => kind)].map((kind) => ({
      uri: `file:///schemas/generated/editor/${kind}.schema.json`,
      fileMatch: [`*/${kind}.json`],
    })),
  });
  const base = source.bases.findLast(({ blocks }) => blocks.some(({ id }) => id === 'hero'))?.id ?? '';
  const changes = {
    'block of a change': '{ "op": "set", "block": | }',
    'props of a block': '{ "op": "set", "block": "hero", "props": { | } }',
    'key of a text': '{ "op": "set", "block": "hero", "props": { "title": | } }',
  };
  const places = [
    ...Object.entries(changes).map(([place, change]) => ({
      place,
      kind: 'landing',
      text: `{ "extends": "${base}", "changes": [${change}] }`,
    })),
    ...OTHER_PLACES,
  ];
  const medians: number[] = [];
  for (const { place, kind, text } of places) {
    const [first = 0, ...warm] = await complete(service, kind, text);
    const median = warm.toSorted((a, b) => a - b)[Math.floor(warm.length / 2)] ?? 0;
    medians.push(median);
    console.log(`  ${place.padEnd(27)} first ${first.toFixed(0)} ms, then ${median.toFixed(1)} ms`);
  }
  return medians;
}

/** Milliseconds of each completion at `|`, each in a document that was changed since. */
async function complete(service: JsonLanguage.LanguageService, kind: string, text: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let version = 1; version <= TIMES; version += 1) {
    const document = jsonLanguage.TextDocument.create(`file:///${kind}.json`, 'json', version, text.replace('|', ''));
    const begin = performance.now();
    const position = document.positionAt(text.indexOf('|'));
    const list = await service.doComplete(document, position, service.parseJSONDocument(document));
    times.push(performance.now() - begin);
    if (list === null || list.items.length === 0) throw new UserError(`Nothing is offered in ${text}`);
  }
  return times;
}
