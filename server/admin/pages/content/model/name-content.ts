import { shortenTitle } from '#engine/i18n/shorten-title.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { identify, type WrittenDocument } from '#engine/documents/written.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { type Content, readPageTitle } from './content.ts';
import { groupTextsByBlock, META } from './document-texts.ts';
import { listClaims } from './list-claims.ts';
import { nameBlockType, nameProperty } from './name-property.ts';

type NamedContent = Pick<Content, 'documents' | 'expanded' | 'texts'>;

/** What staff read in place of ids. */
export interface ContentNames {
  /** The title of a page, with its id where others have the same; type and name of other documents. */
  readonly document: (id: DocumentId) => string;
  /** The type of a block, with its id where the document has several of it. */
  readonly block: (document: DocumentId, id: string) => string;
  /** A document, or a block with its document. */
  readonly place: (place: { readonly document: DocumentId; readonly block?: string | undefined }) => string;
  /** A claim by its name in texts, with its value. */
  readonly claim: (name: string) => string;
  /** A file of documents or texts. */
  readonly file: (path: string) => string;
  /** A path in a document, such as `Hero · Title` for `blocks[hero].title`. */
  readonly property: (document: DocumentId, path: string) => string;
  /** Where a text is shown first, such as `About the house · Hero · Title`; its key for a text of no document. */
  readonly text: (key: string) => string;
  /** A value with documents, blocks, texts, images and options by name. */
  readonly value: (document: DocumentId, property: string, value: unknown) => string;
}

/** @param versions the content to name, such as that of a draft; further ones name what it does not have */
export function nameContent(t: StaffTranslator, ...versions: readonly [NamedContent, ...NamedContent[]]): ContentNames {
  const { locale } = t;
  const find = <Found>(look: (content: NamedContent) => Found | undefined): Found | undefined => {
    for (const content of versions) {
      const found = look(content);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const document: ContentNames['document'] = (id) =>
    find((content) => {
      const title = readShortTitle(content, id, locale);
      if (title !== null) return countTitles(content).get(locale, title) > 1 ? `${title} (${id})` : title;
      const written = content.documents.get(id);
      return written && nameUntitled(t, written);
    }) ?? id;
  const block: ContentNames['block'] = (holder, id) =>
    find((content) => {
      const expanded = content.expanded.get(holder);
      const blocks = expanded === undefined ? [] : listNamedBlocks(expanded);
      const own = blocks.find((each) => each['id'] === id);
      if (own === undefined) return undefined;
      const name = nameBlock(t, own, document);
      const isAlone = blocks.every((each) => each['id'] === id || nameBlock(t, each, document) !== name);
      return isAlone || name === id ? name : `${name} · ${id}`;
    }) ?? id;
  const value: ContentNames['value'] = (holder, property, shown) => {
    if (Array.isArray(shown)) return shown.map((each: unknown) => value(holder, property, each)).join(', ');
    if (shown === null) return '–';
    // A text in all languages is shown in one; other values by language differ.
    if (isObject(shown) && locales.every((each) => typeof shown[each] === 'string')) return String(shown[locale]);
    if (isObject(shown)) {
      const parts = Object.entries(shown).map(([name, each]) => {
        const label = nameProperty(t, name);
        return `${label}: ${value(holder, name, each)}`;
      });
      return parts.join(' · ');
    }
    if (typeof shown !== 'string') return JSON.stringify(shown) ?? '';
    const option: string = `settings.${property}.${shown}`;
    if (property === 'type') return nameBlockType(t, shown);
    if (t.has(option)) return t(option);
    if (property === 'block' || property === 'blocks' || property === 'id') return block(holder, shown);
    if (shown.startsWith('images/')) return shown.slice(shown.lastIndexOf('/') + 1);
    const text = find(({ texts }) => texts.keys.get(shown)?.get(locale)?.text);
    if (text !== undefined) return text;
    // A link may lead to a block of a page.
    const [target = '', anchor] = shown.split('#');
    if (!versions.some(({ documents }) => documents.has(target))) return shown;
    return anchor === undefined ? document(target) : `${document(target)} · ${block(target, anchor)}`;
  };
  const property: ContentNames['property'] = (holder, path) => {
    const [, id, rest = ''] = /^blocks\[([^\]]+)\]\.?(.*)$/.exec(path) ?? [];
    if (id !== undefined && !/^\d+$/.test(id))
      return [block(holder, id), nameProperty(t, rest)].filter(Boolean).join(' · ');
    const [, index, inside = ''] = /^changes\[(\d+)\]\.(?:set|props)\.(.*)$/.exec(path) ?? [];
    if (index !== undefined) {
      const changes = find(({ documents }) => documents.get(holder))?.value['changes'];
      const own = selectObjects(changes)[Number(index)]?.['block'];
      return [...(typeof own === 'string' ? [block(holder, own)] : []), nameProperty(t, inside)].join(' · ');
    }
    const [, flow, step = ''] = /^flows\.([^.[]+)(.*)$/.exec(path) ?? [];
    if (flow !== undefined) return [value(holder, 'flow', flow), nameProperty(t, step)].filter(Boolean).join(' · ');
    return nameProperty(t, path);
  };
  const place: ContentNames['place'] = (owner) =>
    [document(owner.document), ...(owner.block === undefined ? [] : [block(owner.document, owner.block)])].join(' · ');
  const claim: ContentNames['claim'] = (name) => {
    const shown = find(({ documents }) =>
      listClaims(documents.get('site')?.value['claims']).find((each) => each.name === name),
    )?.shown[locale];
    return shown === undefined ? name : `${name} (${shown})`;
  };
  const file: ContentNames['file'] = (path) => {
    const id = identify(path)?.id;
    if (id !== undefined) return document(id);
    const [, language, namespace] = /^locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    const own = locales.find((each) => each === language);
    return own === undefined || namespace === undefined ? path : `${getNativeLanguageName(own)} · ${namespace}`;
  };
  const text: ContentNames['text'] = (key) =>
    find((content) => {
      const use = findTextUses(content).get(key);
      if (use === undefined) return undefined;
      const owner = use.block === META ? t('content.meta') : block(use.document, use.block);
      return [document(use.document), owner, nameProperty(t, use.path)].join(' · ');
    }) ?? key;
  return { document, block, place, claim, file, text, property, value };
}

/** The title of a page without the name of the site behind it. */
function readShortTitle(content: NamedContent, id: DocumentId, locale: StaffTranslator['locale']): string | null {
  const title = readPageTitle(content, id, locale);
  return title && shortenTitle(title, String(content.documents.get('site')?.value['name']));
}

const nameUntitled = (t: StaffTranslator, { id, kind }: WrittenDocument): string => {
  const key: string = `content.kind.${kind}`;
  const name = id.slice(id.indexOf('/') + 1);
  if (!t.has(key)) return name;
  return kind === 'site' || id === 'brand' ? t(key) : `${t(key)} ${name}`;
};

function nameBlock(t: StaffTranslator, { id, type, fragment }: JsonObject, name: ContentNames['document']): string {
  if (typeof fragment === 'string') return name(fragment);
  return typeof type === 'string' ? nameBlockType(t, type) : String(id);
}

/** With the uses of fragments, and the blocks inside of them. */
const listNamedBlocks = memoizePerObject(({ tree, blocks }: ExpandedDocument): readonly JsonObject[] => {
  const walk = (level: Tree): readonly JsonObject[] => level.flatMap((each) => [each, ...walk(getChildren(each))]);
  return walk([...tree, ...blocks]);
});

/** The first use of each text. */
const findTextUses = memoizePerObject(({ expanded }: NamedContent) => {
  const uses = new Map<string, { readonly document: DocumentId; readonly block: string; readonly path: string }>();
  // Complete documents first: their variants show the same texts.
  for (const document of [...expanded.values()].toSorted((one, other) => one.bases.length - other.bases.length))
    for (const { id, texts } of groupTextsByBlock(document))
      for (const { key, path } of texts) if (!uses.has(key)) uses.set(key, { document: document.id, block: id, path });
  return uses;
});

/** How many pages have a title, by language. */
const countTitles = memoizePerObject((content: NamedContent) => {
  const counts = new Map<string, Map<string, number>>();
  return {
    get(locale: StaffTranslator['locale'], title: string): number {
      const known = counts.get(locale) ?? new Map<string, number>();
      if (!counts.has(locale)) {
        for (const id of content.expanded.keys()) {
          const own = readShortTitle(content, id, locale);
          if (own !== null) known.set(own, (known.get(own) ?? 0) + 1);
        }
        counts.set(locale, known);
      }
      return known.get(title) ?? 0;
    },
  };
});
