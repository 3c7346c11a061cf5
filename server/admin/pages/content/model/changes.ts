import { type JsonObject, isObject, parseObject } from '#engine/documents/json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { identify } from '#engine/documents/written.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** A file before and after; `null` where it does not exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A change in a file as a reader would describe it; `null` means absent. */
export type Change =
  | {
      readonly kind: 'text';
      readonly file: string;
      readonly locale: Locale;
      readonly key: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | {
      readonly kind: 'property';
      readonly file: string;
      readonly document: DocumentId;
      /** Blocks are named by their ids, such as `blocks[hero].title`. */
      readonly path: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | { readonly kind: 'document'; readonly file: string; readonly document: DocumentId; readonly isThere: boolean }
  /** A change without content for readers: confirmed texts, pins, formatting. */
  | { readonly kind: 'file'; readonly file: string };

/** Changes of files: texts by language and key, documents by property. Equal files have none. */
export function compareFiles(files: readonly ChangedFile[]): readonly Change[] {
  return files.flatMap((file) => (file.before === file.after ? [] : changesIn(file)));
}

function changesIn(file: ChangedFile): readonly Change[] {
  const [, language = '', namespace] = /^locales\/([^/]+)\/([^/]+)\.json$/.exec(file.path) ?? [];
  const locale = locales.find((each) => each === language);
  const document = identify(file.path)?.id;
  const found =
    locale !== undefined && namespace !== undefined
      ? textsIn(file, locale, namespace)
      : document === undefined
        ? []
        : propertiesIn(file, document);
  return found.length === 0 ? [{ kind: 'file', file: file.path }] : found;
}

function textsIn({ path, before, after }: ChangedFile, locale: Locale, namespace: string): readonly Change[] {
  const [old, now] = [parseObject(before), parseObject(after)];
  return listKeys(old, now).flatMap((name): readonly Change[] => {
    const [was, is] = [formatValue(old[name]), formatValue(now[name])];
    if (was === is) return [];
    return [{ kind: 'text', file: path, locale, key: `${namespace}.${name}`, before: was, after: is }];
  });
}

function propertiesIn({ path: file, before, after }: ChangedFile, document: DocumentId): readonly Change[] {
  if (before === null || after === null) return [{ kind: 'document', file, document, isThere: after !== null }];
  return differences(parseObject(before), parseObject(after), '').map((difference) => ({
    kind: 'property',
    file,
    document,
    ...difference,
  }));
}

interface Difference {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Descends while both sides are objects, or lists of items with ids. */
function differences(before: unknown, after: unknown, path: string): readonly Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [old, now] =
    Array.isArray(before) && Array.isArray(after) ? pairItems(before, after) : [named(before), named(after)];
  if (old === null || now === null) return [{ path, before: formatValue(before), after: formatValue(after) }];
  const isList = Array.isArray(before);
  const found = listKeys(old, now).flatMap((key) =>
    differences(old[key], now[key], isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
  // Only the order differs.
  if (found.length > 0) return found;
  return [{ path, before: JSON.stringify(Object.keys(old)), after: JSON.stringify(Object.keys(now)) }];
}

/** Pairs items of two lists by id; without ids by position, between the common beginning and end. */
function pairItems(
  before: readonly unknown[],
  after: readonly unknown[],
): readonly [JsonObject | null, JsonObject | null] {
  const [old, now] = [named(before), named(after)];
  if (old !== null && now !== null) return [old, now];
  if (![...before, ...after].every(isObject)) return [null, null];
  const [was, is] = [before, after].map((list) => list.map((item) => JSON.stringify(item)));
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && was?.[start] === is?.[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was?.at(-1 - end) === is?.at(-1 - end)) end += 1;
  const between = (list: readonly unknown[]): JsonObject =>
    Object.fromEntries(list.slice(start, list.length - end).map((item, index) => [String(start + index), item]));
  return [between(before), between(after)];
}

/** An object, or a list of items with ids as an object by id. */
function named(value: unknown): JsonObject | null {
  if (isObject(value)) return value;
  if (!Array.isArray(value)) return null;
  const ids = value.map((item: unknown) => (isObject(item) && typeof item['id'] === 'string' ? item['id'] : null));
  if (ids.includes(null) || new Set(ids).size < ids.length) return null;
  return Object.fromEntries(value.map((item: unknown, index) => [ids[index], item]));
}

const listKeys = (before: JsonObject, after: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];

function formatValue(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
