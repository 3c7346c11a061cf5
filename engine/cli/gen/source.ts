import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject } from '#engine/documents/json.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { isUserError, UserError } from '#engine/shared/errors.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { type BaseSource, listBases, readBases } from './bases.ts';
import type { EventSchema, EventSource } from './event-schema.ts';
import { type JourneyVocabulary, withVocabularies } from './journey-vocabulary.ts';
import { listDeclaredLanguages, withLanguages } from './languages.ts';
import { configFile, readConfig } from './read-config.ts';
import { readJson, readTextFile } from './read-json.ts';
import { type AdminActionSource, findAdminActions } from './admin-actions.ts';
import { readUseCases, type UseCaseSource, withUseCases } from './read-use-cases.ts';
import { toPascalCase, type JsonSchema } from './schema.ts';
import { withShownForms } from './shown-forms.ts';

/** A block or layout folder as stored on disk. Paths are relative to the project's root, with forward slashes. */
export interface BlockSource {
  /** Folder name: the block's `type` or the layout's name. */
  readonly name: string;
  readonly pascal: string;
  readonly folder: string;
  readonly schemaFile: string;
  /** The schema as written. */
  readonly schemaText: string;
  /** Parsed schema; empty if the text is not valid JSON. */
  readonly schema: JsonSchema;
  /** Valid instances; empty without an `examples.json`. */
  readonly examples: readonly Example[];
  /** Keys of `strings.json`, sorted. */
  readonly stringKeys: readonly string[];
  /** Names of the folder's files. */
  readonly files: ReadonlySet<string>;
}

export interface Example {
  readonly name: string;
  readonly block: Readonly<Record<string, unknown>>;
}

/** Optional parts of a journey, in addition to its forms; each has an `index.ts`. */
export const journeyParts = ['decide', 'client', 'server'] as const;
export type JourneyPart = (typeof journeyParts)[number];

/** A folder that `vitrine.config.ts` names. */
export interface JourneySource {
  readonly name: string;
  readonly folder: string;
  readonly parts: ReadonlySet<JourneyPart>;
  /** Whether it has an `index.ts`, the plugin for servers with a database. */
  readonly isPlugin: boolean;
  /** Whether it has a `settings.ts`. */
  readonly hasSettings: boolean;
  readonly vocabulary: JourneyVocabulary;
  /** Custom elements that it adds to pages. */
  readonly elements: readonly ElementSource[];
}

/** An entry of a journey's `client/elements.json`: tag → module and forms. */
export interface ElementSource {
  readonly tag: string;
  /** Name of the defining module, relative to `client/elements/`, without `.ts`. */
  readonly module: string;
  /** The module's file, relative to the project's root. */
  readonly file: string;
  /** The element is added to pages with one of these forms. */
  readonly forms: readonly string[];
}

export interface FormSource {
  /** Relative to the project's root. */
  readonly file: string;
  readonly schema: JsonSchema;
}

/** Everything that `gen` reads. */
export interface GeneratorInput {
  /** Languages of the site document; the first one is the source language. */
  readonly languages: readonly string[];
  /** Files of texts, such as `locales/en/site.json`: those of the site, then those of its journeys. */
  readonly textFiles: readonly string[];
  /** Hand-written shared schemas by `$id`, with the site's languages and the additions of journeys. */
  readonly shared: ReadonlyMap<string, JsonSchema>;
  /** Journeys that `vitrine.config.ts` names, in its order. */
  readonly journeys: readonly JourneySource[];
  /** Hand-written form schemas of all journeys by file name. */
  readonly forms: ReadonlyMap<string, FormSource>;
  /** Events of the engine, then those of the journeys, sorted by name. */
  readonly events: readonly EventSource[];
  /** Fields that all events may have, of the engine and of each journey. */
  readonly eventContext: readonly Pick<EventSource, 'file' | 'schema'>[];
  /** Use cases of all journeys, sorted by their files. */
  readonly useCases: readonly UseCaseSource[];
  /** Files of the actions of admin pages, sorted; see `findAdminActions`. */
  readonly adminActions: readonly AdminActionSource[];
  readonly blocks: readonly BlockSource[];
  readonly layouts: readonly BlockSource[];
  /** Ids of all documents except the site document, sorted. */
  readonly documents: readonly string[];
  /** Landings that variants may extend, with their blocks. */
  readonly bases: readonly BaseSource[];
  /** Texts of the source language by key. */
  readonly texts: ReadonlyMap<string, string>;
  /** Names of `links` of the site document. */
  readonly links: readonly string[];
  /** Claims of the site document: name → the figure and its source. */
  readonly claims: ReadonlyMap<string, string>;
  /** All keys of texts in the source language, sorted. */
  readonly textKeys: readonly string[];
  /** Paths of all images, sorted. */
  readonly images: readonly string[];
  /** Paths of the videos, sorted. */
  readonly videos: readonly string[];
  /** Paths of their captions, sorted. */
  readonly captions: readonly string[];
  /** Names of the brand's colours. */
  readonly colours: readonly string[];
  /** Paths of the brand's files, sorted. */
  readonly brandFiles: readonly string[];
  /** States in journey documents. */
  readonly states: readonly string[];
  /** Forms whose fields journey documents select. */
  readonly stepForms: readonly string[];
}

/**
 * Reads a project. Files that are not valid JSON read as empty; `findSchemaMistakes` reports them.
 *
 * @param expanded Its documents, if already expanded
 */
export function readSource(root: string, expanded?: ReadonlyMap<string, ExpandedDocument>): GeneratorInput {
  const files = (pattern: string): string[] => listPaths(root, pattern);
  const shared = files('schemas/*.schema.json').map((file) => readJson<JsonSchema>(root, file));
  const known = readJourneys(root);
  const useCases = readUseCases(root, known, files);
  const journeys = withUseCases(root, known, useCases);
  const forms = readForms(
    root,
    journeys.flatMap(({ folder }) =>
      files(`${folder}/{forms,members/*}/*.schema.json`).toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1)),
    ),
  );
  const documents = files('pages-config/*/**/*.json').map((file) =>
    file.slice('pages-config/'.length, -'.json'.length),
  );
  const site = readJson<{ links?: Record<string, unknown>; claims?: Record<string, unknown> }>(
    root,
    'pages-config/site.json',
  );
  // Without a site document no text is translated.
  const languages = existsSync(join(root, 'pages-config/site.json')) ? listDeclaredLanguages(site) : ['en'];
  const texts = readTexts(root, files(`locales/${languages[0] ?? ''}/*.json`));
  const documented = files('pages-config/journeys/**/*.json').map((file) => readJson<WrittenJourney>(root, file));
  // Computed on demand, for editor schemas only.
  let bases: readonly BaseSource[] | undefined;
  const schemas = new Map(shared.map((schema) => [schema.$id ?? '', schema]));
  return {
    languages,
    textFiles: [...files('locales/*/*.json'), ...journeys.flatMap(({ folder }) => files(`${folder}/locales/*/*.json`))],
    shared: withVocabularies(withLanguages(schemas, languages), journeys),
    journeys,
    forms,
    ...readEvents(root, [
      ...files('schemas/events/*.schema.json').map((file) => ({ file, journey: null })),
      ...journeys.flatMap(({ name, folder }) =>
        files(`${folder}/events/*.schema.json`).map((file) => ({ file, journey: name })),
      ),
    ]),
    useCases,
    adminActions: findAdminActions(journeys, files),
    blocks: withShownForms(readBlocks(root, ['', ...journeys.map(({ folder }) => `${folder}/`)]), forms),
    layouts: files('blocks/layouts/*/').flatMap((folder) => readBlock(root, folder)),
    documents,
    get bases() {
      return (bases ??= expanded === undefined ? readBases(root, documents) : listBases(expanded.values()));
    },
    texts,
    links: Object.keys(site.links ?? {}).toSorted(),
    claims: readClaims(site.claims),
    textKeys: [...texts.keys()].toSorted(),
    images: files('images/**/*.{jpg,png,webp,avif}'),
    videos: files('videos/**/*.{mp4,webm}'),
    captions: files('videos/**/*.vtt'),
    colours: Object.keys(
      readJson<{ colours?: Record<string, unknown> }>(root, 'pages-config/brand.json').colours ?? {},
    ),
    brandFiles: files('pages-config/brand/**/*.*'),
    states: documented.flatMap(listStates),
    stepForms: documented.flatMap(listStepForms),
  };
}

/** `null` while the source cannot be read, which `check` and `gen` report. */
export function tryToReadSource(read: () => GeneratorInput): GeneratorInput | null {
  try {
    return read();
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

/** The subject of a claim, in one line. */
function readClaims(claims: unknown): ReadonlyMap<string, string> {
  const entries = isObject(claims) ? Object.entries(claims) : [];
  return new Map(
    entries.map(([name, claim]) => {
      const { value, format, currency, source, asOf } = isObject(claim) ? claim : {};
      return [name, [`${String(value)} (${String(currency ?? format)})`, source, asOf].filter(Boolean).join(', ')];
    }),
  );
}

/** The parts of a journey document that are read here. */
interface WrittenJourney {
  readonly machines?: Readonly<Record<string, { readonly states?: object }>>;
  readonly forms?: Readonly<Record<string, { readonly fields?: unknown }>>;
}

function listStates({ machines = {} }: WrittenJourney): string[] {
  return Object.values(machines).flatMap(({ states = {} }) => Object.keys(states));
}

function listStepForms({ forms = {} }: WrittenJourney): string[] {
  return Object.keys(forms).filter((form) => forms[form]?.fields !== undefined);
}

function readTexts(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const entries = files.flatMap((file) =>
    Object.entries(readJson<Record<string, unknown>>(root, file)).map(
      ([key, text]) => [`${basename(file, '.json')}.${key}`, String(text)] as const,
    ),
  );
  return new Map(entries);
}

/** @throws when `vitrine.config.ts` names a journey without a folder */
function readJourneys(root: string): JourneySource[] {
  return readConfig(root).journeys.map((name) => {
    const folder = `journeys/${name}`;
    if (!existsSync(join(root, folder)))
      throw new UserError(
        `${configFile} names the journey "${name}", but there is no folder ${folder}/.${suggestJourney(root, name)}`,
      );
    return {
      name,
      folder,
      parts: new Set(journeyParts.filter((part) => existsSync(join(root, folder, part, 'index.ts')))),
      isPlugin: existsSync(join(root, folder, 'index.ts')),
      hasSettings: existsSync(join(root, folder, 'settings.ts')),
      vocabulary: readJson<JourneyVocabulary>(root, `${folder}/journey.json`),
      elements: readElements(root, `${folder}/client`),
    };
  });
}

function suggestJourney(root: string, name: string): string {
  const meant = suggestName(
    name,
    listPaths(root, 'journeys/*/').map((folder) => basename(folder)),
  );
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/** @throws when an entry has no module */
function readElements(root: string, folder: string): ElementSource[] {
  const list = `${folder}/elements.json`;
  const entries = readJson<Record<string, Pick<ElementSource, 'module' | 'forms'>>>(root, list);
  return Object.entries(entries).map(([tag, { module, forms }]) => {
    const file = `${folder}/elements/${module}.ts`;
    if (!existsSync(join(root, file)))
      throw new UserError(`${list} names the module "${module}", but there is no ${file}.`);
    return { tag, module, file, forms };
  });
}

/** @throws when two journeys have a form of the same name */
function readForms(root: string, files: readonly string[]): Map<string, FormSource> {
  const forms = new Map<string, FormSource>();
  for (const file of files) {
    const name = basename(file, '.schema.json');
    const other = forms.get(name);
    if (other !== undefined)
      throw new UserError(`${other.file} and ${file} have the same name. Rename one of the two.`);
    forms.set(name, { file, schema: readJson<JsonSchema>(root, file) });
  }
  return forms;
}

/** Name of the file with the fields that all events may have. */
const CONTEXT = 'context';

/** @throws when two events have the same name */
function readEvents(
  root: string,
  files: readonly Pick<EventSource, 'file' | 'journey'>[],
): Pick<GeneratorInput, 'events' | 'eventContext'> {
  const read = files.map(({ file, journey }): EventSource => ({
    name: basename(file, '.schema.json'),
    file,
    journey,
    schema: readJson<EventSchema>(root, file),
  }));
  const events = new Map<string, EventSource>();
  for (const event of read.filter(({ name }) => name !== CONTEXT)) {
    const other = events.get(event.name);
    if (other !== undefined)
      throw new UserError(`${other.file} and ${event.file} have the same name. Rename one of the two.`);
    events.set(event.name, event);
  }
  return { events: [...events.values()], eventContext: read.filter(({ name }) => name === CONTEXT) };
}

/**
 * @param places folders of blocks: that of the project, then those of its journeys
 * @throws when two blocks have the same name, since documents know only the name
 */
function readBlocks(root: string, places: readonly string[]): BlockSource[] {
  const found = new Map<string, BlockSource>();
  const folders = places.flatMap((place) => listPaths(root, `${place}blocks/*/`));
  for (const block of folders.flatMap((folder) => readBlock(root, folder))) {
    const other = found.get(block.name);
    if (other !== undefined)
      throw new UserError(`${other.folder}/ and ${block.folder}/ have the same name. Rename one of the two.`);
    found.set(block.name, block);
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function readBlock(root: string, folderPath: string): BlockSource[] {
  const folder = folderPath.replace(/\/$/, '');
  const name = basename(folder);
  const schemaFile = `${folder}/${name}.schema.json`;
  const inside = new Set(readdirSync(join(root, folder)).toSorted());
  const schemaFiles = [...inside].filter((file) => file.endsWith('.schema.json'));
  if (schemaFiles.length === 0) return [];
  return [
    {
      name,
      pascal: toPascalCase(name),
      folder,
      schemaFile,
      schemaText: readTextFile(root, schemaFile),
      schema: readJson<JsonSchema>(root, schemaFile),
      examples: readExamples(root, `${folder}/examples.json`),
      stringKeys: Object.keys(readJson<Record<string, unknown>>(root, `${folder}/strings.json`)).toSorted(),
      files: inside,
    },
  ];
}

/** Entries with the shape of an example; `findBlockMistakes` reports the others. */
function readExamples(root: string, file: string): readonly Example[] {
  const written: unknown = readJson<object>(root, file, []);
  return Array.isArray(written) ? (written as readonly unknown[]).filter(isExample) : [];
}

const isExample = (value: unknown): value is Example =>
  isObject(value) && typeof value['name'] === 'string' && isObject(value['block']);
