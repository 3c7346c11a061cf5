import { isObject } from '../json.ts';
import type { DocumentId, ResolvedBlock, ResolvedDocument, Site } from '../types.ts';

/** The text of a page in one language before and after. */
export interface ChangedPage {
  readonly document: DocumentId;
  /** `null` for values that are equal in all languages, such as an image. */
  readonly locale: string | null;
  readonly differences: readonly Difference[];
}

interface Difference {
  /** Block and property, such as `hero.title`. */
  readonly where: string;
  /** `null` if absent. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Documents that change their appearance, in every language, except the tested pages. */
export function findChangedPages(before: Site, after: Site, tested: readonly DocumentId[]): readonly ChangedPage[] {
  return [...after.documents.values()].flatMap((now) => {
    const was = before.documents.get(now.id);
    if (tested.includes(now.id) || was?.hash === now.hash) return [];
    const locales = [...after.texts.keys()];
    const all = locales.map((locale) =>
      listDifferences(collectTexts(was, before, locale), collectTexts(now, after, locale)),
    );
    const same = (all[0] ?? []).filter((one) => all.every((others) => others.some((other) => isSame(one, other))));
    const pages = locales.map((locale, index) => ({
      document: now.id,
      locale,
      differences: (all[index] ?? []).filter((one) => !same.some((other) => isSame(one, other))),
    }));
    return [{ document: now.id, locale: null, differences: same }, ...pages].filter(
      ({ differences }) => differences.length > 0,
    );
  });
}

/** One line each, for review. */
export function describePages(pages: readonly ChangedPage[]): readonly string[] {
  return pages.flatMap(({ document, locale, differences }) =>
    differences.map(
      ({ where, before, after }) =>
        `  ${document}, ${locale ?? 'every language'}, ${where}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`,
    ),
  );
}

const isSame = (one: Difference, other: Difference): boolean =>
  one.where === other.where && one.before === other.before && one.after === other.after;

type TextsByPlace = ReadonlyMap<string, string>;

function listDifferences(before: TextsByPlace, after: TextsByPlace): readonly Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((where) => {
    const [was, now] = [before.get(where) ?? null, after.get(where) ?? null];
    return was === now ? [] : [{ where, before: was, after: now }];
  });
}

/** All visible texts of a document in one language, by position. */
function collectTexts(document: ResolvedDocument | undefined, { texts }: Site, locale: string): TextsByPlace {
  if (document === undefined) return new Map();
  const own = [...texts].find(([each]) => each === locale)?.[1] ?? new Map<string, string>();
  const words = new Map<string, string>();
  const walk = (value: unknown, where: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${where}[${index}]`);
    else if (isObject(value)) {
      // An inline text has all languages.
      if (typeof value[locale] === 'string') words.set(where, JSON.stringify(value[locale]));
      else for (const [key, item] of Object.entries(value)) walk(item, `${where}.${key}`);
    } else if (value !== undefined)
      words.set(where, JSON.stringify(typeof value === 'string' ? (own.get(value) ?? value) : value));
  };
  const block = ({ id, props, blocks, ...rest }: ResolvedBlock): void => {
    walk({ ...rest, ...props }, id);
    for (const inner of blocks) block(inner);
  };
  const { id: _id, kind: _kind, hash: _hash, file: _file, bases: _bases, blocks, facets: _facets, ...head } = document;
  walk(head, 'page');
  words.set('order of blocks', formatOrder(blocks));
  for (const each of blocks) block(each);
  return words;
}

const formatOrder = (blocks: readonly ResolvedBlock[]): string =>
  blocks.map(({ id, blocks: inner }) => (inner.length === 0 ? id : `${id} (${formatOrder(inner)})`)).join(', ');
