import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
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
  /** Namespaces (file names) each language has. */
  readonly namespaces: ReadonlyMap<Locale, ReadonlyMap<string, Source>>;
  /** Texts of blocks: `blocks/<type>/strings.json`, by file and key. */
  readonly blockStrings: ReadonlyMap<string, ReadonlyMap<string, TextVersions>>;
  /** Files in `locales/` of a language that the site does not have. */
  readonly strangers: readonly Source[];
}

/** The language that the others are compared with. */
export const sourceLocale: Locale = locales[0] ?? 'en';

const TEXT_FILE = /^locales\/([^/]+)\/([^/]+)\.json$/;
const STRINGS_FILE = /^blocks\/(?:layouts\/)?[^/]+\/strings\.json$/;
const PLURAL_ENDING = /_(?:zero|one|two|few|many|other)$/;

export function isTextFile(file: string): boolean {
  return TEXT_FILE.test(file) || STRINGS_FILE.test(file);
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
    const [, language = '', namespace = ''] = TEXT_FILE.exec(source.file) ?? [];
    if (language === '') {
      if (STRINGS_FILE.test(source.file)) blockStrings.set(source.file, readStrings(source));
      continue;
    }
    const locale = locales.find((known) => known === language);
    if (locale === undefined) {
      strangers.push(source);
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
  const rank = ({ file }: Source): number => (file.startsWith(`locales/${sourceLocale}/`) ? 0 : 1);
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
