import { getOrigin, locateInside } from '#engine/documents/inheritance/origin.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { type JsonObject, isObject, selectObjects, listStrings } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import type {
  InnerSlot,
  OutlineBlock,
  PageVersion,
  StudioDocument,
  StudioBlocks,
  StudioFile,
  StudioImage,
  TextsByKey,
} from '#engine/studio/protocol.ts';
import { blockInfo, type BlockInfo, type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { type Content, listBrands, toDocumentPath, readPageTitle } from '../model/content.ts';
import { listClaims } from '../model/list-claims.ts';
import { listDraftEntries, readDraftConfirmations } from '../model/draft-texts.ts';
import { listFormKeys, listKeyForms, listTextKeys, groupTextUsers } from '../model/document-texts.ts';
import { acceptOriginal } from '../model/pins.ts';
import { listBlockExamples, listBlockFields, readFormFields, readPageFields } from './fields.ts';
import { listFormDocuments, listPageForms } from './page-forms.ts';
import { MergedPlaces, readMergedVariant, readStudioText } from './variant-files.ts';

/**
 * A page or landing as the studio opens it; `null` for anything else.
 *
 * @param content of the draft
 * @param published without the draft
 */
export function openDocument(
  content: Content,
  draft: Draft,
  id: DocumentId,
  locale: Locale,
  images: readonly StudioImage[] = [],
  published: Content = content,
): StudioDocument | null {
  const expanded = content.expanded.get(id);
  if (expanded === undefined || !isPage(expanded)) return null;
  const merged = readMergedVariant(content, id);
  const outline = buildOutline(expanded, merged !== null);
  const forms = [...content.documents.values()].filter(({ kind }) => kind === 'form');
  const [base] = expanded.bases;
  const shown = [expanded, content.expanded.get(base ?? '')].filter((each) => each !== undefined);
  const keys = [
    ...new Set(shown.flatMap((each) => [...listTextKeys(each)])),
    ...forms.flatMap(({ value }) => listFormKeys(value)),
  ].flatMap((key) => listKeyForms(content, key));
  return {
    document: id,
    title: readPageTitle(content, id, locale) ?? id,
    draft: { id: draft.id, name: draft.name },
    base,
    files: [
      ...listFiles(content, expanded, draft, merged !== null),
      ...forms.map((form) => openForm(content, draft, form)),
    ],
    texts: readTexts(content, keys),
    publishedTexts: readPublishedTexts(content, published, keys),
    sharedTexts: sharedTexts(content, expanded, keys),
    outline,
    fields: Object.fromEntries([...listBlockFields()].filter(([type]) => typesIn(outline).has(type))),
    targets: listTargets(content, expanded),
    images,
    versions: listVersions(content, draft, expanded, locale),
    forms: forms.map(({ id: form, file }) => ({ document: form, file, others: listFormUsers(content, form, id) })),
    pageFields: readPageFields(base !== undefined ? 'variant' : expanded.written.kind === 'page' ? 'page' : 'landing'),
    formFields: readFormFields(),
    ...listNames(content),
  };
}

const openForm = ({ files }: Content, draft: Draft, { file }: WrittenDocument): StudioFile => ({
  path: file,
  text: files.get(file) ?? '',
  version: getFileVersion(draft, file),
  isOwn: true,
});

/** Other pages and landings that show a form document. */
const listFormUsers = (content: Content, form: DocumentId, page: DocumentId): readonly DocumentId[] =>
  [...content.expanded.values()]
    .filter((each) => each.id !== page && isPage(each) && listFormDocuments(content, each).has(form))
    .map(({ id }) => id);

/** Blocks that may be inserted into a page, with their fields and the texts of their examples. */
export function listInsertableBlocks(content: Content): StudioBlocks {
  const examples = listBlockExamples();
  const insertable = new Set(['', ...examples.map(({ type }) => type)]);
  const keys = new Set(examples.flatMap(({ block }) => listStrings(block)));
  return {
    examples,
    texts: readTexts(
      content,
      [...keys].filter((key) => content.texts.keys.has(key)),
    ),
    fields: Object.fromEntries(listBlockFields()),
    slots: Object.fromEntries(Object.entries(blockInfo).map(([type, info]) => [type, listSlots(info)])),
    fragments: [...content.documents.values()].flatMap(({ id, kind, value }) => {
      const types = selectObjects(value['blocks']).map(({ type }) => String(type ?? ''));
      const [type = ''] = types;
      // Blocks of the admin area are for its pages alone; uses of other fragments have no type.
      return kind === 'fragment' && types.every((each) => insertable.has(each)) ? [{ document: id, type }] : [];
    }),
  };
}

function listSlots({ children, slots = {} }: BlockInfo): readonly InnerSlot[] {
  return [
    ...(children.length > 0 ? [{ name: '', types: children }] : []),
    ...Object.entries(slots).map(([name, { types, max }]) => ({ name, types, max })),
  ];
}

const isPage = ({ written: { kind } }: ExpandedDocument): boolean => kind === 'page' || kind === 'landing';

/** @param isMerged whether the variant holds whole blocks, as the studio edits it, instead of changes */
export function buildOutline(expanded: ExpandedDocument, isMerged: boolean): readonly OutlineBlock[] {
  const { file } = expanded.written;
  return outlineIn(expanded.tree, isMerged ? { file, path: ['blocks'], places: new MergedPlaces(expanded) } : null);
}

/** @param list sources of blocks that stand outside the file that defines them */
function outlineIn(tree: Tree, list: MergedList | null): readonly OutlineBlock[] {
  return tree.map((block, index) => {
    const place = list?.path === undefined ? null : { file: list.file, path: [...list.path, index] };
    const isUse = typeof block['fragment'] === 'string';
    const inner = list && { ...list, path: place === null || isUse ? undefined : [...place.path, 'blocks'] };
    return {
      id: String(block['id']),
      type: typeof block['type'] === 'string' ? block['type'] : '',
      ...(isUse && { fragment: String(block['fragment']) }),
      ...(place === null ? writtenPlaces(block, list) : { place, moved: {} }),
      blocks: outlineIn(getChildren(block), inner),
    };
  });
}

interface MergedList {
  readonly file: string;
  /** `undefined` inside a fragment. */
  readonly path: Path | undefined;
  readonly places: MergedPlaces;
}

function writtenPlaces(block: JsonObject, list: MergedList | null): Pick<OutlineBlock, 'place' | 'moved'> {
  const { file, path, parts } = getOrigin(block);
  const changed = new Set(parts.flatMap((part) => (part.path.length === 0 ? [] : [String(part.path[0])])));
  const moved = [...changed].map((name) => {
    const place = locateInside({ file, path, parts }, [name]);
    const isMoved = list !== null && place.file === list.file;
    return [name, { file: place.file, path: isMoved ? list.places.moveChange(place.path) : place.path }] as const;
  });
  return { place: { file, path }, moved: Object.fromEntries(moved) };
}

function typesIn(outline: readonly OutlineBlock[]): ReadonlySet<string> {
  return new Set(outline.flatMap(({ type, blocks }) => [type, ...typesIn(blocks)]));
}

/** The files that define the page. Files of its bases are read-only: the variant states differences itself. */
function listFiles(
  content: Content,
  expanded: ExpandedDocument,
  draft: Draft,
  isMerged: boolean,
): readonly StudioFile[] {
  const bases = new Set(expanded.bases.map(toDocumentPath));
  return expanded.sources.map(({ file }) => ({
    path: file,
    text: readStudioText(content, file, isMerged && file === expanded.written.file),
    version: getFileVersion(draft, file),
    isOwn: !bases.has(file),
  }));
}

export const getFileVersion = (draft: Draft, path: string): number =>
  draft.changes.find((change) => change.path === path)?.version ?? 0;

function readTexts({ texts }: Content, keys: readonly string[]): TextsByKey {
  return Object.fromEntries(
    keys.map((key) => {
      const versions = texts.keys.get(key);
      const own = locales.flatMap((locale) => {
        const text = versions?.get(locale)?.text;
        return text === undefined ? [] : [[locale, text] as const];
      });
      return [key, Object.fromEntries(own)];
    }),
  );
}

function readPublishedTexts(content: Content, published: Content, keys: readonly string[]): TextsByKey {
  const confirmed = readDraftConfirmations(content);
  const entries = new Map(listDraftEntries(content).map((entry) => [entry.key, entry]));
  const [own, before] = [readTexts(content, keys), readTexts(published, keys)];
  const changed = keys.filter((key) => locales.some((locale) => own[key]?.[locale] !== before[key]?.[locale]));
  return Object.fromEntries(
    changed.map((key) => {
      const entry = entries.get(key);
      const isUnconfirmed = (locale: Locale): boolean => entry === undefined || confirmed?.has(entry, locale) !== true;
      const versions = locales.filter(isUnconfirmed).map((locale) => [locale, before[key]?.[locale]] as const);
      return [key, Object.fromEntries(versions)];
    }),
  );
}

function sharedTexts(
  content: Content,
  expanded: ExpandedDocument,
  keys: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const users = groupTextUsers(content);
  const bases = new Set(expanded.bases);
  const own = new Set([expanded.id, ...expanded.sources.map(({ id }) => id)].filter((id) => !bases.has(id)));
  const shared = keys.map((key) => [key, (users.get(key) ?? []).filter((id) => !own.has(id))] as const);
  return Object.fromEntries(shared.filter(([, others]) => others.length > 0));
}

function listTargets({ documents, addresses }: Content, expanded: ExpandedDocument): readonly string[] {
  const site = documents.get('site')?.value['links'];
  return [
    ...idsIn(expanded.shown).map((id) => `#${id}`),
    ...addresses.keys(),
    ...(isObject(site) ? Object.keys(site).map((name) => `link:${name}`) : []),
  ];
}

function listVersions(
  content: Content,
  draft: Draft,
  { id, bases }: ExpandedDocument,
  locale: Locale,
): readonly PageVersion[] {
  const first = bases.at(-1) ?? id;
  const family = [...content.expanded.values()].filter((each) => each.id === first || each.bases.includes(first));
  const added = new Set(draft.changes.flatMap(({ path, live }) => (live === null ? [path] : [])));
  const versions = family.map((each) => ({
    document: each.id,
    title: readPageTitle(content, each.id, locale) ?? each.id,
    isPublished: !added.has(each.written.file),
    forms: listPageForms(content, each),
  }));
  return versions.toSorted((one, other) => rankVersion(one.document) - rankVersion(other.document));

  function rankVersion(document: DocumentId): number {
    return document === id ? 0 : bases.includes(document) ? 1 : 2;
  }
}

/** Names that properties and texts of any page may refer to. */
function listNames(content: Content): Pick<StudioDocument, 'steps' | 'flows' | 'brands' | 'claims'> {
  const { documents } = content;
  const flows = [...documents.values()].flatMap(({ kind, value }) =>
    kind === 'journey' && isObject(value['flows']) ? Object.entries(value['flows']) : [],
  );
  const steps = flows.flatMap(([, flow]) =>
    selectObjects(isObject(flow) ? flow['steps'] : []).map(({ name }) => String(name)),
  );
  return {
    steps: [...new Set(steps)],
    flows: flows.map(([name]) => name),
    brands: listBrands(content),
    claims: listClaims(documents.get('site')?.value['claims']),
  };
}

const idsIn = (blocks: readonly JsonObject[]): readonly string[] =>
  blocks.flatMap((block) => [String(block['id']), ...idsIn(getChildren(block))]);

/**
 * Files of a document and its variants with pins of the current document. Previews use them: outdated pins would reject every page,
 * and the changes of the variants stay.
 */
export function listAcceptedPins({ expanded }: Content, base: DocumentId): ReadonlyMap<string, string> {
  const accepted = new Map<string, string>();
  for (const variant of expanded.values()) {
    if (variant.id !== base && !variant.bases.includes(base)) continue;
    const text = acceptOriginal(variant);
    if (text !== null) accepted.set(variant.written.file, text);
  }
  return accepted;
}
