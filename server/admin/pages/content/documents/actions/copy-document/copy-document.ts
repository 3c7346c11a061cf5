import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import { isObject, type JsonObject, parseObject } from '#engine/documents/json.ts';
import type { DocumentId, DocumentKind } from '#engine/documents/types.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { StaffKey } from '#server/admin/staff-translator.ts';
import { createVariant } from '../../../model/create-variant.ts';
import { type Content, toDocumentPath } from '../../../model/content.ts';
import { listKeyForms, locateText, groupTextsByBlock } from '../../../model/document-texts.ts';
import { routePattern, slugPattern } from '../../../model/patterns.ts';
import { updateRedirectsAfterMove, readRedirects, writeRedirects } from '../../../model/redirects.ts';
import { CONTENT_PAGE, type ContentTools, readFormDraft } from '../../../tools.ts';
import { saveFiles } from '../../save-files.ts';

const NAME = 'copy-document';

const modes = ['copy', 'texts', 'variant'] as const;
type Mode = (typeof modes)[number];

/** Ways to derive a document: pages and landings can be copied with shared or own texts, and landings can have variants. */
const listModes = ({ kind }: WrittenDocument): readonly Mode[] =>
  kind === 'landing' ? modes : kind === 'page' ? ['copy', 'texts'] : [];

/** The form that derives a page from this one; empty for documents of other kinds. */
export function buildCopyForm(request: AdminRequest, draft: string, document: WrittenDocument): readonly SectionView[] {
  const { t } = request;
  const possible = listModes(document);
  if (possible.length === 0) return [];
  const fields: readonly FieldView[] = [
    { name: 'name', label: t('copy.name'), type: 'text', hint: t('copy.nameHint'), required: true },
    {
      name: 'address',
      label: t('content.address'),
      type: 'text',
      hint: t(addressHint(document.kind)),
      ...(document.kind === 'page' && { required: true }),
    },
    {
      name: 'mode',
      label: t('copy.mode'),
      type: 'select',
      value: 'texts',
      options: possible.map((mode) => ({ value: mode, label: t(`copy.mode.${mode}`) })),
    },
  ];
  const form = buildFormView(request, {
    action: NAME,
    title: t('copy.title'),
    text: t('copy.text'),
    fields,
    hidden: { draft, document: document.id },
    submit: t('copy.submit'),
  });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

const addressHint = (kind: DocumentKind): StaffKey => (kind === 'page' ? 'copy.routeHint' : 'copy.slugHint');

/** Creates a page or landing from another one, in a draft. */
export function copyDocument(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    async run(request, fields) {
      const { t } = request;
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return { errors: {}, message: t('draft.gone') };
      const content = await tools.read(draft.id);
      const source = content.documents.get(fields.text('document'));
      const mode = source && listModes(source).find((each) => each === fields.text('mode'));
      if (source === undefined || mode === undefined) return { errors: {}, message: t('content.blockGone') };
      const [name, address] = [fields.text('name'), fields.text('address')];
      const folder = source.id.slice(0, source.id.lastIndexOf('/') + 1);
      const id = folder + name;
      const errors = {
        ...(!slugPattern.test(name) && { name: t('settings.malformed', { hint: t('copy.nameHint') }) }),
        ...(content.files.has(toDocumentPath(id)) && { name: t('copy.taken', { document: id }) }),
        ...addressMistake(request, content, source, address),
      };
      if (Object.keys(errors).length > 0) return { errors };
      const made =
        mode === 'variant' ? createVariant(source, id, address) : createCopy(content, source, { id, address, mode });
      const taken = { document: id, former: [], addresses: [toPath(source, address)], isFound: true };
      const files = new Map([
        ...made,
        ...writeRedirects(content, updateRedirectsAfterMove(readRedirects(content), taken)),
      ]);
      const failed = await saveFiles(request, tools, draft, files);
      if (failed === 'retry') return { errors: {}, message: t('content.busy') };
      return (
        failed ?? {
          to: CONTENT_PAGE,
          query: { document: id, draft: draft.id, part: 'texts', block: '', done: 'documentCreated' },
        }
      );
    },
  });
}

/** Path under which a document of this kind is served. */
const toPath = ({ kind }: WrittenDocument, address: string): string => (kind === 'page' ? address : `/${address}`);

function addressMistake(
  { t }: AdminRequest,
  content: Content,
  source: WrittenDocument,
  address: string,
): { readonly address?: string } {
  const { kind } = source;
  if (kind === 'landing' && address === '') return {};
  const path = toPath(source, address);
  if (kind === 'page' ? address === '/' || !routePattern.test(address) : !slugPattern.test(address))
    return { address: t('settings.malformed', { hint: t(addressHint(kind)) }) };
  const taken = content.documentsByAddress.get(path);
  return taken === undefined ? {} : { address: t('copy.taken', { document: taken }) };
}

/** The document with a new address; with own texts under own keys where it must not change together with the original. */
function createCopy(
  content: Content,
  source: WrittenDocument,
  { id, address, mode }: { readonly id: DocumentId; readonly address: string; readonly mode: Mode },
): ReadonlyMap<string, string> {
  const { text } = source.source;
  const before = parseObject(text);
  const own = source.kind === 'page' ? 'route' : 'slug';
  // Addresses in one language stay those of the original.
  const { addresses: _addresses, ...whole } = before;
  const { [own]: _, ...rest } = whole;
  const moved = address === '' ? rest : { ...whole, [own]: address };
  const keys = mode === 'texts' ? ownKeys(content, source) : [];
  const namespace = id.replace(/^\w+\//, '').replaceAll('/', '-');
  const names = newNames(keys, namespace);
  const after = keys.length === 0 ? moved : (withKeys(moved, names) as JsonObject);
  const files = new Map([[toDocumentPath(id), rewriteJson(text, before, after)]]);
  for (const locale of locales) {
    const path = `locales/${locale}/${namespace}.json`;
    const known = content.files.get(path) ?? '{}\n';
    const texts = parseObject(known);
    const added: Record<string, unknown> = { ...texts };
    for (const [key, name] of names)
      for (const form of listKeyForms(content, key)) {
        const place = locateText(form, locale);
        const value = content.texts.keys.get(form)?.get(locale)?.text;
        const ending = form.slice(key.length);
        if (place !== null && value !== undefined) added[name.slice(namespace.length + 1) + ending] = value;
      }
    if (names.size === 0 || Object.keys(added).length === Object.keys(texts).length) continue;
    files.set(path, known === '{}\n' ? `${JSON.stringify(added, null, 2)}\n` : rewriteJson(known, texts, added));
  }
  return files;
}

/** Keys of texts in the document itself, without those of its base and fragments. */
function ownKeys(content: Content, { id, value }: WrittenDocument): readonly string[] {
  const expanded = content.expanded.get(id);
  if (expanded === undefined) return [];
  const written = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part === 'string') written.add(part);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(walk);
  };
  walk(value);
  const used = groupTextsByBlock(expanded).flatMap(({ texts }) => texts.map(({ key }) => key));
  return [...new Set(used)].filter((key) => written.has(key) && locateText(key, 'en') !== null);
}

/** A new key for each, named after the old one; with its namespace where names would collide. */
function newNames(keys: readonly string[], namespace: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const key of keys) {
    const short = key.slice(key.indexOf('.') + 1);
    const name = taken.has(short) ? key : short;
    taken.add(name);
    names.set(key, `${namespace}.${name}`);
  }
  return names;
}

function withKeys(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item: unknown) => withKeys(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withKeys(entry, names)]));
}
