import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import {
  joinPlace,
  listNamedForms,
  listOutlineBlocks,
  listPluralForms,
  locateProperty,
  readValueIn,
} from './blocks.ts';
import { listInnerFields } from './inner-fields.ts';
import { withValue } from './edit-json.ts';
import type { OutlineBlock, StudioField, StudioFinding, WrittenPlace } from './protocol.ts';
import type { TextForm } from './edited-text.ts';
import type { StudioState, StudioStore } from './store.ts';
import { isUnwritten } from './structure.ts';
import { findVariant } from './variant.ts';

/** A property with a text. */
export interface PlacedText {
  readonly field: StudioField;
  readonly place: WrittenPlace;
}

/** Texts in the properties of a block and in its forms, including lists and objects. */
export function listBlockTexts({ opened, content }: TextState, block: OutlineBlock): readonly PlacedText[] {
  const own = (opened.fields[block.type] ?? []).flatMap((field) =>
    textsIn(field, locateProperty(block, field.name), content.files),
  );
  const ofForms = listNamedForms({ opened, content }, block).flatMap(({ file }) =>
    opened.formFields.flatMap((field) => textsIn(field, { file, path: [field.name] }, content.files)),
  );
  return [...own, ...ofForms];
}

function textsIn(
  field: StudioField,
  place: WrittenPlace,
  files: Readonly<Record<string, string>>,
): readonly PlacedText[] {
  const value = readValueIn(files, place);
  if (value === undefined) return [];
  const { item } = field;
  if (field.kind === 'text') return [{ field, place }];
  if (Array.isArray(value) && item !== undefined)
    return value.flatMap((_, index) => textsIn({ ...item, name: field.name }, joinPlace(place, index), files));
  if (!isObject(value)) return [];
  return listInnerFields(field, value).flatMap((inner) => textsIn(inner, joinPlace(place, inner.name), files));
}

type TextState = Pick<StudioState, 'opened' | 'content'>;

/** The current text of a property. */
export interface WrittenVersions {
  /** The key of the text, its plural forms, or none for an inline text. */
  readonly keys: readonly string[];
  /** By language; of the first plural form. */
  readonly versions: JsonObject;
  /** Other documents with the text. */
  readonly others: readonly string[];
  /** Whether it belongs to the base of a variant: editing creates a text of the variant. */
  readonly isOfBase: boolean;
  /** Whether it is editable here. */
  readonly isEditable: boolean;
}

export function readTextVersions({ opened, content }: TextState, place: WrittenPlace): WrittenVersions {
  const value = readValueIn(content.files, place);
  const keys = typeof value === 'string' ? listPluralForms(content.texts, value) : [];
  const others = [...new Set(keys.flatMap((key) => opened.sharedTexts[key] ?? []))];
  const base = findVariant({ opened, content })?.file === place.file ? opened.base : undefined;
  const isOwn = opened.files.some(({ path, isOwn: isWritten }) => path === place.file && isWritten);
  return {
    keys,
    versions: isObject(value) ? value : (content.texts[keys[0] ?? ''] ?? {}),
    others,
    isOfBase: base !== undefined && keys.length === 1 && others.includes(base),
    isEditable: isOwn || keys.length > 0,
  };
}

/** The forms of a text in one language. */
export function listTextForms(state: TextState, place: WrittenPlace, locale: Locale): readonly TextForm[] {
  const { keys } = readTextVersions(state, place);
  return keys.length === 0 ? [{ place, locale, key: undefined }] : keys.map((key) => ({ place, locale, key }));
}

/** Source text with markup and variables; empty when missing. */
export function readTextForm({ content }: Pick<TextState, 'content'>, { place, locale, key }: TextForm): string {
  const inline = readValueIn(content.files, place);
  // A text of the base becomes one of the variant on the first edit.
  const text = isObject(inline) ? inline[locale] : content.texts[key ?? '']?.[locale];
  return typeof text === 'string' ? text : '';
}

/** @param subject subject of the undo step; default: the text */
export function writeTextForm(store: StudioStore, form: TextForm, typed: string, subject?: string): void {
  const state = store.getState();
  const { place, locale, key } = form;
  // Texts are single-line; line breaks are up to the layout.
  const after = typed.replaceAll(/\r?\n/g, ' ');
  const { isOfBase, versions } = readTextVersions(state, place);
  const inline = isObject(readValueIn(state.content.files, place));
  if (key !== undefined && !inline && !isOfBase) {
    const before = readTextForm(state, form);
    return store.change(subject ?? `${key} ${locale}`, [{ kind: 'text', key, locale, before, after }]);
  }
  const file = state.content.files[place.file] ?? '';
  const path = inline ? [...place.path, locale] : place.path;
  const value = inline ? after : { ...versions, [locale]: after };
  store.change(subject ?? `${place.file} ${formatPath(path)}`, [
    { kind: 'file', path: place.file, before: file, after: withValue(file, path, value) },
  ]);
}

/** Why a text needs a translator: `same` as the source, `outdated` when only the source was changed since it was published. */
export type OpenTextReason = 'missing' | 'same' | 'outdated';

/** `null` for a text that is done. */
export function findOpenReason(state: TextState, form: TextForm): OpenTextReason | null {
  const { locale, key } = form;
  const [text, source] = [readTextForm(state, form), readTextForm(state, { ...form, locale: sourceLocale })];
  if (isUnwritten(text)) return 'missing';
  if (locale === sourceLocale) return null;
  if (text === source) return 'same';
  const before = state.opened.publishedTexts[key ?? ''] ?? state.opened.texts[key ?? ''];
  const isChanged = before?.[sourceLocale] !== undefined && before[sourceLocale] !== source;
  return isChanged && before[locale] === text ? 'outdated' : null;
}

/** Whether a text needs a translator in any of these languages. */
export const isTextOpen = (state: TextState, place: WrittenPlace, locales: readonly Locale[]): boolean =>
  locales.some((locale) => listTextForms(state, place, locale).some((form) => findOpenReason(state, form) !== null));

/** Number of texts of the page that are missing in a language. */
export const countMissingTexts = (state: TextState & Pick<StudioState, 'outline'>, locale: Locale): number =>
  listOutlineBlocks(state.outline)
    .flatMap(({ block }) => listBlockTexts(state, block))
    .filter(({ place }) => listTextForms(state, place, locale).some((form) => isUnwritten(readTextForm(state, form))))
    .length;

/** Findings of a text in one language. */
export function findTextFindings(
  findings: readonly StudioFinding[],
  { place, locale, key }: TextForm,
): readonly StudioFinding[] {
  const path = formatPath([...place.path, locale]);
  return findings.filter(({ file, path: at, text }) =>
    text === undefined ? file === place.file && at === path : text.key === key && text.locale === locale,
  );
}
