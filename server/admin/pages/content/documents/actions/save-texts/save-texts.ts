import { parseObject } from '#engine/documents/json.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { FieldView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest, Fields } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import type { Content } from '../../../model/content.ts';
import { nameContent } from '../../../model/name-content.ts';
import {
  type BlockTexts,
  listKeyForms,
  META,
  locateText,
  groupTextsByBlock,
  listUntranslated,
  groupTextUsers,
} from '../../../model/document-texts.ts';
import { nameBlockType, nameProperty } from '../../../model/name-property.ts';
import { mergeEdit } from '../../../model/merge-edit.ts';
import {
  CONTENT_PAGE,
  type ContentTools,
  readFormDraft,
  MAX_CONTENT_BODY,
  buildTypedSections,
} from '../../../tools.ts';
import { MAX_TRIES, saveFiles } from '../../save-files.ts';

const NAME = 'save-texts';

/** Texts per form: with seven languages and their previous values they stay below the maximum number of fields. */
export const TEXTS_OF_FORM = 20;
const MAX_NAMED_USERS = 5;
const LINE = 34;

/** The texts that a form shows: those of a block, from an index on. */
interface Place {
  readonly document: DocumentId;
  readonly block: string;
  readonly from: number;
}

interface FormOfTexts {
  readonly content: Content;
  readonly draft: Draft;
  readonly place: Place;
  /** The previous and the submitted value of a field, when a form is shown again. */
  readonly sent?: (name: string) => { readonly was: string; readonly value: string } | null;
}

/** Display name of a block: its type, with its id where that adds information. */
export function labelBlock({ t }: Pick<AdminRequest, 't'>, { id, type, fragment }: BlockTexts): string {
  if (id === META) return t('content.meta');
  const kind = fragment ?? (type === undefined ? '' : nameBlockType(t, type));
  return kind === '' ? id : [type, fragment].includes(id) ? kind : `${kind} · ${id}`;
}

/** The keys of a form; each plural form counts as one. */
function keysAt({ content, place }: Pick<FormOfTexts, 'content' | 'place'>): readonly { key: string; path: string }[] {
  const document = content.expanded.get(place.document);
  const block = document && groupTextsByBlock(document).find(({ id }) => id === place.block);
  const all = (block?.texts ?? []).flatMap(({ key, path }) =>
    listKeyForms(content, key).map((form) => ({ key: form, path })),
  );
  return all.slice(place.from, place.from + TEXTS_OF_FORM);
}

const textAt = ({ texts }: Content, key: string, locale: Locale): string =>
  texts.keys.get(key)?.get(locale)?.text ?? '';

/** The texts of a block side by side by language; empty for an unknown block. */
export function buildTextsForm(request: AdminRequest, form: FormOfTexts): readonly SectionView[] {
  const { content, draft, place, sent } = form;
  const { t } = request;
  const document = content.expanded.get(place.document);
  const block = document && groupTextsByBlock(document).find(({ id }) => id === place.block);
  const keys = keysAt(form);
  if (block === undefined || keys.length === 0) return [];
  const users = groupTextUsers(content);
  const names = nameContent(t, content);
  const hidden: Record<string, string> = {};
  const fields = keys.flatMap(({ key, path }, index): readonly FieldView[] => {
    hidden[`key-${index}`] = key;
    const others = (users.get(key) ?? []).filter((id) => id !== place.document);
    const named =
      others.slice(0, MAX_NAMED_USERS).map(names.document).join(', ') + (others.length > MAX_NAMED_USERS ? ', …' : '');
    const group = [
      nameProperty(t, path),
      key,
      ...(others.length === 0 ? [] : [t('content.alsoIn', { documents: named })]),
    ].join(' · ');
    return locales.map((locale) => {
      const name = `text-${index}-${locale}`;
      const now = textAt(content, key, locale);
      const again = sent?.(name) ?? null;
      hidden[`was-${index}-${locale}`] = again?.was ?? now;
      const hint = buildHint(request, { content, draft, key, locale, now });
      return {
        name,
        label: getNativeLanguageName(locale),
        type: 'textarea',
        lang: locale,
        rows: Math.min(12, Math.max(2, Math.ceil(now.length / LINE))),
        value: again?.value ?? now,
        ...(hint !== '' && { hint }),
        group,
      };
    });
  });
  return [
    {
      kind: 'form',
      form: {
        ...buildFormView(request, {
          action: NAME,
          title: labelBlock(request, block),
          fields,
          hidden: {
            draft: draft.id,
            document: place.document,
            block: place.block,
            from: String(place.from),
            ...hidden,
          },
          submit: t('content.save'),
        }),
        draft: { unsaved: t('content.unsaved'), discard: t('content.discardTyped') },
      },
    },
  ];
}

function buildHint(
  { t }: AdminRequest,
  {
    content,
    draft,
    key,
    locale,
    now,
  }: {
    readonly content: Content;
    readonly draft: Draft;
    readonly key: string;
    readonly locale: Locale;
    readonly now: string;
  },
): string {
  const place = locateText(key, locale);
  const change = draft.changes.find(({ path }) => path === place?.path);
  const live = place === null || change === undefined ? now : parseObject(change.live)[place.name];
  const other = listUntranslated(content, key).find((same) => same.locale === locale)?.other;
  const marks = [
    ...(now === '' ? [t('content.missing')] : []),
    ...(other === undefined ? [] : [t('content.asSource', { language: getNativeLanguageName(other) })]),
    ...(live === now ? [] : [t('content.liveText', { text: typeof live === 'string' ? live : '–' })]),
  ];
  return marks.join(' ');
}

interface SentText {
  readonly name: string;
  readonly key: string;
  readonly locale: Locale;
  readonly was: string;
  readonly typed: string;
}

function placeIn(fields: Fields): Place {
  return {
    document: fields.text('document'),
    block: fields.text('block'),
    from: Math.max(0, parseWholeNumber(fields.text('from')) || 0),
  };
}

/** The submitted texts of the form; keys that it did not show are ignored. */
function textsIn(content: Content, fields: Fields): readonly SentText[] {
  return keysAt({ content, place: placeIn(fields) }).flatMap(({ key }, index) => {
    if (fields.text(`key-${index}`) !== key) return [];
    return locales.map((locale) => ({
      name: `text-${index}-${locale}`,
      key,
      locale,
      was: fields.text(`was-${index}-${locale}`),
      typed: fields.text(`text-${index}-${locale}`),
    }));
  });
}

interface Merged {
  /** Changed files with their new content. */
  readonly files: ReadonlyMap<string, string>;
  readonly count: number;
  readonly conflicts: readonly (SentText & { readonly now: string })[];
  /** Names of fields that were emptied. */
  readonly empty: readonly string[];
}

/** The files with the submitted texts; only changes are written, and the formatting of each file is preserved. */
function merge(files: ReadonlyMap<string, string>, sent: readonly SentText[]): Merged {
  const changed = new Map<string, string>();
  const conflicts: (SentText & { readonly now: string })[] = [];
  const empty: string[] = [];
  let count = 0;
  for (const text of sent) {
    const place = locateText(text.key, text.locale);
    if (place === null) continue;
    const file = changed.get(place.path) ?? files.get(place.path) ?? '{}\n';
    const before = parseObject(file);
    const known = before[place.name];
    const now = typeof known === 'string' ? known : '';
    const value = mergeEdit({ was: text.was, now, typed: text.typed });
    if (value === null) conflicts.push({ ...text, now });
    else if (value === '' && now !== '') empty.push(text.name);
    else if (value !== now) {
      count += 1;
      changed.set(place.path, rewriteJson(file, before, { ...before, [place.name]: value }));
    }
  }
  return { files: changed, count, conflicts, empty };
}

/** Saves the texts of a block in a draft. */
export function saveTexts(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    maxBody: MAX_CONTENT_BODY,
    restoresAll: true,
    async run(request, fields) {
      const { t } = request;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const content = await tools.read(draft.id);
        const sent = textsIn(content, fields);
        if (sent.length === 0) return { errors: {}, message: t('content.blockGone') };
        const { files, count, conflicts, empty } = merge(content.files, sent);
        if (conflicts.length > 0) return { shown: conflictSections(request, { content, draft, conflicts, fields }) };
        if (empty.length > 0)
          return { errors: Object.fromEntries(empty.map((name) => [name, t('content.textEmpty')])) };
        const failed = await saveFiles(request, tools, draft, files);
        if (failed === 'retry') continue;
        return failed ?? savedTexts(fields, count);
      }
      return { errors: {}, message: t('content.busy') };
    },
    async again(request, fields) {
      const draft = await readFormDraft(tools, fields);
      const content = await tools.read(draft?.id);
      if (draft === null) {
        const typed = textsIn(content, fields).filter((text) => text.typed !== text.was);
        const labelled = typed.map(({ key, locale, typed: value }) => ({
          label: `${getNativeLanguageName(locale)} · ${key}`,
          value,
        }));
        return { shown: buildTypedSections(request, labelled) };
      }
      return { shown: buildTextsForm(request, { content, draft, place: placeIn(fields), sent: sentAgain(fields) }) };
    },
  });
}

const sentAgain =
  (fields: Fields): NonNullable<FormOfTexts['sent']> =>
  (name) => ({ was: fields.text(name.replace('text-', 'was-')), value: fields.text(name) });

const savedTexts = (fields: Fields, count: number): ActionResult => ({
  to: CONTENT_PAGE,
  query: {
    document: fields.text('document'),
    draft: fields.text('draft'),
    done: count === 0 ? 'nothingChanged' : 'textsSaved',
    n: String(count),
  },
});

/** Three versions of each text that two users changed, and the form as submitted. */
function conflictSections(
  request: AdminRequest,
  {
    content,
    draft,
    conflicts,
    fields,
  }: {
    readonly content: Content;
    readonly draft: Draft;
    readonly conflicts: Merged['conflicts'];
    readonly fields: Fields;
  },
): readonly SectionView[] {
  const { t } = request;
  const sent = new Map(textsIn(content, fields).map((text) => [text.name, text]));
  const table: TableView = {
    caption: t('conflict.title'),
    columns: [
      { label: t('content.text') },
      { label: t('conflict.base') },
      { label: t('conflict.theirs') },
      { label: t('conflict.yours') },
    ],
    rows: conflicts.map(({ name, key, locale, was, now, typed }) => ({
      key: name,
      cells: [{ text: getNativeLanguageName(locale), sub: key }, { text: was }, { text: now }, { text: typed }],
    })),
    empty: { title: t('list.notFound'), text: '' },
  };
  const form = buildTextsForm(request, {
    content,
    draft,
    place: placeIn(fields),
    sent: (name) => {
      const text = sent.get(name);
      if (text === undefined) return null;
      const now = textAt(content, text.key, text.locale);
      return { was: now, value: mergeEdit({ was: text.was, now, typed: text.typed }) ?? text.typed };
    },
  });
  return [
    { kind: 'note', mark: 'alert', title: t('conflict.title'), text: t('conflict.text') },
    { kind: 'table', table },
    ...form,
  ];
}
