import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { isPlaceholder } from '#engine/documents/rules/untranslated-text/placeholder.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { listInnerFields } from './inner-fields.ts';
import { parseJson, readValueAt } from './edit-json.ts';
import type { StudioField, OutlineBlock, TextsByKey, WrittenPlace } from './protocol.ts';

/** The list that contains a block, with its index; `null` when it is not in a list. */
export function findList({
  place: { file, path },
}: OutlineBlock): { readonly list: WrittenPlace; readonly index: number } | null {
  const index = path.at(-1);
  return typeof index === 'number' ? { list: { file, path: path.slice(0, -1) }, index } : null;
}

/** A list with an item moved. */
export function moveItem(items: readonly unknown[], from: number, to: number): readonly unknown[] {
  const item = items[from];
  return to < 0 || to >= items.length || item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

type Files = Readonly<Record<string, string>>;

/** The outline updated to the files, until the server responds. */
export function relocateBlock(outline: readonly OutlineBlock[], files: Files): readonly OutlineBlock[] {
  const found = outline.flatMap((block) => {
    const { file, path } = block.place;
    const place = placeNow(block, files);
    return place === null
      ? []
      : [
          {
            ...moveTo(block, file, path.length, place),
            blocks: relocateBlock(inside(block, file, path.length, place), files),
          },
        ];
  });
  return found.toSorted((one, other) => (areBeside(one, other) ? readIndex(one) - readIndex(other) : 0));
}

const inside = (block: OutlineBlock, file: string, depth: number, place: WrittenPlace): readonly OutlineBlock[] =>
  block.blocks.map((inner) => moveTo(inner, file, depth, place));

/** The block with a changed path prefix of an enclosing block or of itself. */
function moveTo(block: OutlineBlock, file: string, depth: number, to: WrittenPlace): OutlineBlock {
  if (block.place.file !== file) return block;
  return { ...block, place: { file, path: [...to.path, ...block.place.path.slice(depth)] } };
}

function placeNow(block: OutlineBlock, files: Files): WrittenPlace | null {
  const { file, path } = block.place;
  const value = parseJson(files[file] ?? '');
  // Unparsable files are ignored.
  if (value === undefined) return block.place;
  const isHere = (at: unknown): boolean => isObject(at) && block.id.split('/').at(-1) === at['id'];
  if (isHere(readValueAt(value, path))) return block.place;
  const parent = path.slice(0, -1);
  const beside = readValueAt(value, parent);
  const index = Array.isArray(beside) ? beside.findIndex(isHere) : -1;
  return index < 0 ? null : { file, path: [...parent, index] };
}

const readIndex = ({ place: { path } }: OutlineBlock): number => Number(path.at(-1));

const areBeside = ({ place: one }: OutlineBlock, { place: other }: OutlineBlock): boolean =>
  one.file === other.file && one.path.slice(0, -1).join() === other.path.slice(0, -1).join();

export interface CopyOptions {
  readonly fields: Readonly<Record<string, readonly StudioField[]>>;
  readonly texts: TextsByKey;
  /** Ids on the page. */
  readonly taken: ReadonlySet<string>;
}

/** A copy of a block with new ids, and with own texts instead of shared keys. */
export function duplicateBlock(block: JsonObject, { fields, texts, taken }: CopyOptions): JsonObject {
  const ids = new Set(taken);
  const copy = (each: JsonObject): JsonObject => {
    const id = freeId(String(each['id']), ids);
    ids.add(id);
    const own = withOwnTexts(each, { fields: fields[String(each['type'])] ?? [] }, texts);
    const { blocks } = each;
    return {
      ...(isObject(own) ? own : each),
      id,
      ...(Array.isArray(blocks) && { blocks: blocks.map((inner: unknown) => (isObject(inner) ? copy(inner) : inner)) }),
    };
  };
  return copy(block);
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  const name = id.replace(/-\d+$/, '');
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`;
  return id;
}

/** A value with texts inlined. */
export function withOwnTexts(
  value: unknown,
  field: Pick<StudioField, 'fields' | 'by' | 'variants' | 'item'> & { readonly kind?: StudioField['kind'] },
  texts: TextsByKey,
): unknown {
  const { item } = field;
  if (field.kind === 'text') return (typeof value === 'string' && texts[value]) || value;
  if (Array.isArray(value)) return item === undefined ? value : value.map((each) => withOwnTexts(each, item, texts));
  if (!isObject(value)) return value;
  const inner = new Map(listInnerFields(field, value).map((each) => [each.name, each]));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const known = inner.get(name);
      return [name, known === undefined ? each : withOwnTexts(each, known, texts)];
    }),
  );
}

/** A rule reports it in every language until it is replaced. */
const UNWRITTEN = 'TODO';

export const isUnwritten = (text: string): boolean => text === '' || isPlaceholder(text);

/** Initial value of an added property. */
export function createBlank(field: StudioField, today: string): unknown {
  switch (field.kind) {
    case 'text':
      return Object.fromEntries(locales.map((locale: Locale) => [locale, UNWRITTEN]));
    case 'choice':
    case 'icon':
      return field.usual ?? field.options?.[0];
    case 'boolean':
      return true;
    case 'number':
      return field.usual ?? field.minimum ?? 1;
    case 'moment':
      return `${today}T00:00`;
    case 'object':
      return Object.fromEntries(
        listInnerFields(field, undefined)
          .filter((each) => each.isRequired)
          .map((each) => [each.name, createBlank(each, today)]),
      );
    case 'list':
      return Array.from(
        { length: Math.max(1, field.minimum ?? 1) },
        () => field.item && createBlank(field.item, today),
      );
    default:
      return '';
  }
}

/**
 * An object whose other properties depend on one of them, after that was chosen: with the properties that it may have then.
 *
 * @param earlier the object as it was opened: what the choice had removed returns from there
 */
export function chooseVariant(value: JsonObject, union: StudioField, chosen: unknown, earlier: JsonObject): JsonObject {
  const by = union.by ?? '';
  const fields = listInnerFields(union, { [by]: chosen });
  const known = new Set(fields.map(({ name }) => name));
  const isBack = earlier[by] === chosen;
  const own: JsonObject = { ...(isBack ? earlier : {}), ...value, [by]: chosen };
  const order = isBack ? [...Object.keys(earlier), ...Object.keys(value)] : Object.keys(value);
  const required = fields.filter(({ name, isRequired }) => isRequired && own[name] === undefined);
  return Object.fromEntries([
    ...[...new Set([...order, by])].filter((name) => known.has(name)).map((name) => [name, own[name]] as const),
    ...required.map((field) => [field.name, createBlank(field, '')] as const),
  ]);
}
