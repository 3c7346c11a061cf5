import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { withoutJourney } from './block-files.ts';
import { isObject } from './json.ts';
import { reuseItems } from './reuse-items.ts';
import type { SourceLocation } from './source-location.ts';
import type { Source } from './source.ts';

/** One text in one language, with its position. */
export interface TextEntry {
  readonly text: string;
  readonly location: SourceLocation;
}

/** Texts of one key, by language. */
export type TextVersions = ReadonlyMap<Locale, TextEntry>;

/** All texts of the project. */
export interface TextStore {
  /** By key, such as `landing.hero.title`; plural forms are keys of their own. */
  readonly keys: ReadonlyMap<string, TextVersions>;
  /**
   * The texts that a document means by a name: the one with this key or, since documents may omit the plural suffix,
   * all forms of it (`cart.items` for `cart.items_one`). The list is the same object while none of them changes.
   */
  readonly names: ReadonlyMap<string, readonly TextVersions[]>;
  /** Namespaces by language: file names, `<journey>/<name>` for those of a journey. */
  readonly namespaces: ReadonlyMap<Locale, ReadonlyMap<string, Source>>;
  /** Texts of blocks: `strings.json` of their folders, by file and key. */
  readonly blockStrings: ReadonlyMap<string, ReadonlyMap<string, TextVersions>>;
  /** Files in `locales/` of a language that the site does not have. */
  readonly strangers: readonly Source[];
}

/** The language that others are compared with. */
export const sourceLocale: Locale = locales[0] ?? 'en';

const TEXT_FILE = /^(?:journeys\/([^/]+)\/)?locales\/([^/]+)\/([^/]+)\.json$/;
const STRINGS_FILE = /^blocks\/(?:layouts\/)?[^/]+\/strings\.json$/;
const PLURAL_ENDING = /_(?:zero|one|two|few|many|other)$/;

/** Whether a language has a folder of texts; texts of journeys alone make none. */
export const hasFolder = ({ namespaces }: Pick<TextStore, 'namespaces'>, locale: Locale): boolean =>
  [...(namespaces.get(locale)?.values() ?? [])].some(({ file }) => file.startsWith(`locales/${locale}/`));

export function isTextFile(file: string): boolean {
  return isLocaleFile(file) || isStringsFile(file);
}

/** Whether a file holds texts of one language. */
export function isLocaleFile(file: string): boolean {
  return TEXT_FILE.test(file);
}

/** File of a namespace in a language, such as `locales/en/site.json`. */
export function buildTextPath(language: string, namespace: string): string {
  const [name = '', journey] = namespace.split('/').toReversed();
  return `${journey === undefined ? '' : `journeys/${journey}/`}locales/${language}/${name}.json`;
}

function readTextPath(file: string) {
  const [, journey, language = '', name = ''] = TEXT_FILE.exec(file) ?? [];
  const isOfJourney = journey !== undefined;
  return { language, namespace: isOfJourney ? `${journey}/${name}` : name, isOfJourney };
}

export function isStringsFile(file: string): boolean {
  return STRINGS_FILE.test(withoutJourney(file));
}

/** `cart.items_one` → `cart.items`; other keys are unchanged. */
export function withoutPlural(key: string): string {
  return key.replace(PLURAL_ENDING, '');
}

/**
 * Collects the texts of all files; the rule `schema` reports other values. Unchanged entries are the same objects as in the previous store,
 * so that findings can be cached by identity.
 */
export function readTexts(sources: readonly Source[], previous?: TextStore): TextStore {
  const keys = new Map<string, Map<Locale, TextEntry>>();
  const namespaces = new Map<Locale, Map<string, Source>>(locales.map((locale) => [locale, new Map()]));
  const blockStrings = new Map<string, ReadonlyMap<string, TextVersions>>();
  const strangers: Source[] = [];

  // The source language comes first in every text, independent of file order.
  for (const source of bySourceLocaleFirst(sources)) {
    const { language, namespace, isOfJourney } = readTextPath(source.file);
    if (language === '') {
      if (isStringsFile(source.file)) blockStrings.set(source.file, readStrings(source));
      continue;
    }
    const locale = locales.find((known) => known === language);
    if (locale === undefined) {
      // A journey may have more languages than the site.
      if (!isOfJourney) strangers.push(source);
      continue;
    }
    namespaces.get(locale)?.set(namespace, source);
    for (const [key, entry] of readEntries(source, namespace, previous?.namespaces.get(locale)?.get(namespace))) {
      const versions = keys.get(key) ?? new Map<Locale, TextEntry>();
      keys.set(key, versions);
      versions.set(locale, entry);
    }
  }
  const shared = new Map([...keys].map(([key, versions]) => [key, sameVersions(previous?.keys.get(key), versions)]));
  return { keys: shared, names: groupNames(shared, previous?.names), namespaces, blockStrings, strangers };
}

type Entries = ReadonlyMap<string, TextEntry>;
const entriesBySource = new WeakMap<Source, Entries>();

/** Texts of one file by key; those that are equal in the earlier version of the file are the same objects. */
function readEntries(source: Source, namespace: string, before: Source | undefined): Entries {
  const known = entriesBySource.get(source);
  if (known !== undefined) return known;
  const earlier = before === undefined ? undefined : entriesBySource.get(before);
  const entries = new Map<string, TextEntry>();
  for (const [name, text] of isObject(source.value) ? Object.entries(source.value) : []) {
    if (typeof text !== 'string') continue;
    const key = `${namespace}.${name}`;
    const same = earlier?.get(key);
    entries.set(key, same?.text === text ? same : { text, location: { file: source.file, path: [name] } });
  }
  entriesBySource.set(source, entries);
  return entries;
}

function sameVersions(before: TextVersions | undefined, now: TextVersions): TextVersions {
  if (before === undefined || before.size !== now.size) return now;
  for (const [locale, entry] of now) if (before.get(locale) !== entry) return now;
  return before;
}

function groupNames(keys: TextStore['keys'], previous: TextStore['names'] | undefined): TextStore['names'] {
  const names = new Map<string, TextVersions[]>();
  for (const [key, versions] of keys) {
    names.set(key, [versions]);
    const name = withoutPlural(key);
    if (name === key || keys.has(name)) continue;
    const forms = names.get(name);
    if (forms === undefined) names.set(name, [versions]);
    else forms.push(versions);
  }
  if (previous === undefined) return names;
  return new Map([...names].map(([name, versions]) => [name, reuseItems(previous.get(name), versions) ?? versions]));
}

function bySourceLocaleFirst(sources: readonly Source[]): readonly Source[] {
  const rank = ({ file }: Source): number => (readTextPath(file).language === sourceLocale ? 0 : 1);
  return sources.toSorted((a, b) => rank(a) - rank(b));
}

const stringsBySource = new WeakMap<Source, ReadonlyMap<string, TextVersions>>();

function readStrings(source: Source): ReadonlyMap<string, TextVersions> {
  let strings = stringsBySource.get(source);
  if (strings === undefined) {
    const written = isObject(source.value) ? Object.entries(source.value) : [];
    strings = new Map(
      written.map(([key, versions]) => [key, readVersions(versions, { file: source.file, path: [key] })]),
    );
    stringsBySource.set(source, strings);
  }
  return strings;
}

/** Inline texts such as `{ "en": …, "de": … }`. */
export function readVersions(value: unknown, location: SourceLocation): TextVersions {
  const versions = new Map<Locale, TextEntry>();
  if (!isObject(value)) return versions;
  for (const locale of locales) {
    const text = value[locale];
    if (typeof text === 'string')
      versions.set(locale, { text, location: { file: location.file, path: [...location.path, locale] } });
  }
  return versions;
}
