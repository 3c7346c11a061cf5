import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { parseJson, readValueAt } from './edit-json.ts';
import { listInnerFields } from './inner-fields.ts';
import type {
  StudioDocument,
  StudioField,
  StudioForm,
  OutlineBlock,
  StudioFinding,
  TextsByKey,
  WrittenPlace,
} from './protocol.ts';
import type { StudioState } from './store.ts';

/** A block with its depth, from 1. */
export interface ListedBlock {
  readonly block: OutlineBlock;
  readonly level: number;
}

/** Blocks in the order of the page, outer ones first. */
export function listOutlineBlocks(outline: readonly OutlineBlock[], level = 1): readonly ListedBlock[] {
  return outline.flatMap((block) => [{ block, level }, ...listOutlineBlocks(block.blocks, level + 1)]);
}

export const findOutlineBlock = (outline: readonly OutlineBlock[], id: string | null): OutlineBlock | undefined =>
  listOutlineBlocks(outline).find(({ block }) => block.id === id)?.block;

/** `top-banner` as words: `Top banner`; `figureText` as `Figure text`. */
export function splitName(name: string): string {
  const words = name.replaceAll(
    /([a-z0-9])([A-Z])|[-_]/g,
    (_, end = '', start = '') => `${end} ${start.toLowerCase()}`,
  );
  return words.trim().replace(/^./, (first) => first.toUpperCase());
}

/** The name of a property without a translation; that of a language in the language. */
export function describePropertyName(name: string): string {
  const language = locales.find((each) => each === name);
  return language === undefined ? splitName(name) : getNativeLanguageName(language);
}

export const toDocumentFile = (document: string): string => `pages-config/${document}.json`;

/** Position of a property of a block. */
export function locateProperty({ place, moved }: OutlineBlock, name: string): WrittenPlace {
  return moved[name] ?? { file: place.file, path: [...place.path, name] };
}

export const joinPlace = ({ file, path }: WrittenPlace, step: string | number): WrittenPlace => ({
  file,
  path: step === '' ? path : [...path, step],
});

export function readValueIn(files: Readonly<Record<string, string>>, { file, path }: WrittenPlace): unknown {
  return readValueAt(parseJson(files[file] ?? ''), path);
}

const PLURALS = /_(?:zero|one|two|few|many|other)$/;

/** A key, or its plural forms. */
export function listPluralForms(texts: TextsByKey, key: string): readonly string[] {
  if (texts[key] !== undefined) return [key];
  const forms = Object.keys(texts).filter((each) => each.replace(PLURALS, '') === key);
  return forms.length === 0 ? [key] : forms;
}

/** The form documents that properties of a block name. */
export function listNamedForms(
  { opened, content }: Pick<StudioState, 'opened' | 'content'>,
  block: OutlineBlock,
): readonly StudioForm[] {
  const named = (opened.fields[block.type] ?? [])
    .filter(({ names }) => names === 'forms')
    .map(({ name }) => readValueIn(content.files, locateProperty(block, name)));
  return opened.forms.filter(({ document }) => named.includes(document));
}

/** Findings at a position or below. */
export function selectFindingsAt(
  findings: readonly StudioFinding[],
  { file, path }: WrittenPlace,
): readonly StudioFinding[] {
  const own = formatPath(path);
  return findings.filter((finding) => finding.file === file && isPathWithin(finding.path, own));
}

/** Whether a formatted path is another one or inside it. */
export const isPathWithin = (path: string, outer: string): boolean =>
  outer === '' || (path.startsWith(outer) && /^(?:$|[.[])/.test(path.slice(outer.length)));

/** Findings of a block, its properties, texts and forms, without those of its children. */
export function selectFindings(
  state: Pick<StudioState, 'opened' | 'content' | 'findings'>,
  block: OutlineBlock,
): readonly StudioFinding[] {
  const { files } = state.content;
  const inner = `${formatPath(block.place.path)}.blocks`;
  const forms = listNamedForms(state, block).map(({ file }): WrittenPlace => ({ file, path: [] }));
  const places = [...Object.values(block.moved).flatMap(withChange), ...forms];
  const keys = new Set([block.place, ...places].flatMap((place) => stringsIn(readValueIn(files, place))));
  return state.findings.filter((finding) => {
    if (finding.text !== undefined)
      return keys.has(finding.text.key.replace(PLURALS, '')) || keys.has(finding.text.key);
    const isOwn = selectFindingsAt([finding], block.place).length > 0 && !isPathWithin(finding.path, inner);
    return isOwn || places.some((place) => selectFindingsAt([finding], place).length > 0);
  });
}

/** A position in a change of a variant, and the change itself. */
const withChange = (place: WrittenPlace): readonly WrittenPlace[] =>
  place.path[0] === 'changes' ? [place, { file: place.file, path: place.path.slice(0, 2) }] : [place];

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => (name === 'blocks' ? [] : stringsIn(item)));
}

/** The text of a file as it was opened; empty for one that was not. */
export const findOpenedText = ({ files }: Pick<StudioDocument, 'files'>, file: string): string =>
  files.find(({ path }) => path === file)?.text ?? '';

/** Display name of a list item: its first text or name. @param textOf a text by its key, or as it is written in the document */
export function readItemTitle(
  value: unknown,
  item: StudioField,
  textOf: (text: string | JsonObject) => string,
): string {
  if (typeof value === 'string' || (item.kind === 'text' && isObject(value))) return textOf(value);
  if (!isObject(value)) return '';
  const fields = listInnerFields(item, value);
  const named = (['text', 'string'] as const)
    .flatMap((kind) => fields.filter((field) => field.kind === kind).map(({ name }) => value[name]))
    .find((each) => typeof each === 'string' || isObject(each));
  // Of a condition, what it asks for.
  const shown = named ?? Object.values(value).find((each) => typeof each === 'string');
  return typeof shown === 'string' || isObject(shown) ? textOf(shown) : '';
}
