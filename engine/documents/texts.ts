import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { withoutJourney } from './block-files.ts';
import { isObject } from './json.ts';
import type { Place } from './place.ts';
import type { Source } from './source.ts';

/** One text in one language, with its position. */
export interface TextEntry {
  readonly text: string;
  readonly place: Place;
}

/** Texts of one key, by language. */
export type TextVersions = ReadonlyMap<Locale, TextEntry>;

/** All texts of the project. */
export interface TextStore {
  /** By key, such as `landing.hero.title`; plural forms are keys of their own. */
  readonly keys: ReadonlyMap<string, TextVersions>;
  /** Keys of documents may omit the plural suffix: `cart.items` for `cart.items_one`. */
  readonly names: ReadonlySet<string>;
  /** Namespaces each language has: names of files, `<journey>/<name>` for those of a journey. */
  readonly namespaces: ReadonlyMap<Locale, ReadonlyMap<string, Source>>;
  /** Texts of blocks: `strings.json` of their folders, by file and key. */
  readonly blockStrings: ReadonlyMap<string, ReadonlyMap<string, TextVersions>>;
  /** Files in `locales/` of a language that the site does not have. */
  readonly strangers: readonly Source[];
}

/** The language that the others are compared with. */
export const sourceLocale: Locale = locales[0] ?? 'en';

const TEXT_FILE = /^(?:journeys\/([^/]+)\/)?locales\/([^/]+)\/([^/]+)\.json$/;
const STRINGS_FILE = /^blocks\/(?:layouts\/)?[^/]+\/strings\.json$/;
const PLURAL_ENDING = /_(?:zero|one|two|few|many|other)$/;

export function isTextFile(file: string): boolean {
  return isLocaleFile(file) || isStringsFile(file);
}

/** Whether a file holds texts of one language. */
export function isLocaleFile(file: string): boolean {
  return TEXT_FILE.test(file);
}

/** Where the texts of a namespace are written in a language, such as `locales/en/site.json`. */
export function textFile(language: string, namespace: string): string {
  const [name = '', journey] = namespace.split('/').toReversed();
  return `${journey === undefined ? '' : `journeys/${journey}/`}locales/${language}/${name}.json`;
}

function placeOfTexts(file: string) {
  const [, journey, language = '', name = ''] = TEXT_FILE.exec(file) ?? [];
  const isOfJourney = journey !== undefined;
  return { language, namespace: isOfJourney ? `${journey}/${name}` : name, isOfJourney };
}

function isStringsFile(file: string): boolean {
  return STRINGS_FILE.test(withoutJourney(file));
}

/** `cart.items_one` → `cart.items`; other keys are unchanged. */
export function withoutPlural(key: string): string {
  return key.replace(PLURAL_ENDING, '');
}

/** Collects the texts of all files; the rule `schema` reports other values. */
export function readTexts(sources: readonly Source[]): TextStore {
  const keys = new Map<string, Map<Locale, TextEntry>>();
  const namespaces = new Map<Locale, Map<string, Source>>(locales.map((locale) => [locale, new Map()]));
  const blockStrings = new Map<string, Map<string, TextVersions>>();
  const strangers: Source[] = [];

  // The source language comes first in every text, independent of file order.
  for (const source of bySourceLocaleFirst(sources)) {
    const { language, namespace, isOfJourney } = placeOfTexts(source.file);
    if (language === '') {
      if (isStringsFile(source.file)) blockStrings.set(source.file, readStrings(source));
      continue;
    }
    const locale = locales.find((known) => known === language);
    if (locale === undefined) {
      // A journey may speak more languages than the site.
      if (!isOfJourney) strangers.push(source);
      continue;
    }
    namespaces.get(locale)?.set(namespace, source);
    if (!isObject(source.value)) continue;
    for (const [name, text] of Object.entries(source.value)) {
      if (typeof text !== 'string') continue;
      const key = `${namespace}.${name}`;
      const versions = keys.get(key) ?? new Map<Locale, TextEntry>();
      keys.set(key, versions);
      versions.set(locale, { text, place: { file: source.file, path: [name] } });
    }
  }
  const names = new Set([...keys.keys()].flatMap((key) => [key, withoutPlural(key)]));
  return { keys, names, namespaces, blockStrings, strangers };
}

function bySourceLocaleFirst(sources: readonly Source[]): readonly Source[] {
  const rank = ({ file }: Source): number => (placeOfTexts(file).language === sourceLocale ? 0 : 1);
  return sources.toSorted((a, b) => rank(a) - rank(b));
}

function readStrings(source: Source): Map<string, TextVersions> {
  const strings = new Map<string, TextVersions>();
  if (!isObject(source.value)) return strings;
  for (const [key, versions] of Object.entries(source.value)) {
    strings.set(key, versionsOf(versions, { file: source.file, path: [key] }));
  }
  return strings;
}

/** Inline texts such as `{ "en": …, "de": … }`. */
export function versionsOf(value: unknown, place: Place): TextVersions {
  const versions = new Map<Locale, TextEntry>();
  if (!isObject(value)) return versions;
  for (const locale of locales) {
    const text = value[locale];
    if (typeof text === 'string')
      versions.set(locale, { text, place: { file: place.file, path: [...place.path, locale] } });
  }
  return versions;
}
