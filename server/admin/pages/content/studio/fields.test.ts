import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import { listInnerFields } from '#engine/studio/inner-fields.ts';
import { readValueAt, withValue } from '#engine/studio/edit-json.ts';
import type { StudioField } from '#engine/studio/protocol.ts';
import { examples } from '#tests/contract/project.ts';
import { everyType, inline } from '#tests/helpers/form-site.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { listBlockFields, readFormFields, readPageFields } from './fields.ts';

interface Leaf {
  readonly path: Path;
  readonly field: StudioField;
}

/** Values of a block that a control of its form shows. */
function listLeaves(fields: readonly StudioField[], value: unknown, path: Path = []): readonly Leaf[] {
  return fields.flatMap((field) => leaves(field, readValueAt(value, [field.name]), [...path, field.name]));
}

function leaves(field: StudioField, value: unknown, path: Path): readonly Leaf[] {
  if (value === undefined) return [];
  const { item } = field;
  if (field.kind === 'object') return listLeaves(listInnerFields(field, value), value, path);
  if (field.kind === 'list' && item !== undefined && Array.isArray(value))
    return value.flatMap((each, index) => leaves(item, each, [...path, index]));
  if (field.kind === 'text' && isObject(value))
    return Object.keys(value).map((locale) => ({ path: [...path, locale], field }));
  return [{ path, field }];
}

function other({ kind, options = [] }: StudioField, value: unknown): unknown {
  if (kind === 'choice') return options.find((option) => option !== value) ?? value;
  if (kind === 'boolean') return value !== true;
  if (kind === 'number') return Number(value) + 1;
  return `${String(value)} "…\\`;
}

const own = (block: object): readonly string[] =>
  Object.keys(block).filter((name) => !['id', 'type', 'slot', 'blocks'].includes(name));

test('each property of a page has a name in each language', () => {
  const names = (['page', 'landing', 'variant'] as const).flatMap(readPageFields).map(({ name }) => name);
  const unnamed = locales.flatMap((locale) => {
    const t = getStaffTranslator(locale);
    return names.filter((name) => !t.has(`studio.property.${name}`)).map((name) => `${locale} ${name}`);
  });
  expect(unnamed).toEqual([]);
});

test('brand and flow of a page are chosen from those of the site', () => {
  const kinds = (kind: Parameters<typeof readPageFields>[0]) =>
    readPageFields(kind).flatMap(({ name, names }) => (names === undefined ? [] : [[name, names]]));
  expect(kinds('landing')).toEqual([
    ['brand', 'brands'],
    ['flow', 'flows'],
  ]);
  expect(kinds('page')).toEqual([['brand', 'brands']]);
});

describe('fields of blocks', () => {
  test.each(examples)(
    'each property of $type, $name, has a control; changed back it leaves the same bytes',
    ({ type, block }) => {
      const found = listLeaves(listBlockFields().get(type) ?? [], block);
      expect(new Set(found.map(({ path }) => path[0]))).toEqual(new Set(own(block)));
      changeAndRestore({ blocks: [block] }, ['blocks', 0], found);
    },
  );

  test('each property of a form document has a control; changed back it leaves the same bytes', () => {
    const title = inline('Title');
    const form = {
      ...everyType,
      steps: [{ title, fields: ['name'] }],
      note: title,
      places: { total: 5, counts: 'guests', full: title },
      limit: { max: 3, minutes: 5 },
      confirm: {
        field: 'email',
        days: 7,
        mail: { subject: title, paragraphs: [title], button: title },
        ask: { title, text: title, submit: title },
        confirmed: { show: 'page', page: 'pages/thanks' },
        expired: title,
      },
    };
    const found = listLeaves(readFormFields(), form);
    const names = Object.keys(form).filter((name) => !['$schema', 'version'].includes(name));
    expect(new Set(found.map(({ path }) => path[0]))).toEqual(new Set(names));
    // Labels, messages and options of fields of several types.
    expect(new Set(found.flatMap(({ path: [first, , name] }) => (first === 'fields' ? [name] : [])))).toEqual(
      new Set(form.fields.flatMap((field) => Object.keys(field))),
    );
    changeAndRestore(form, [], found);
  });
});

/** Items of a list have the same properties: each is changed once. */
function changeAndRestore(document: JsonObject, at: Path, found: readonly Leaf[]): void {
  expect(found.filter(({ field }) => field.kind === 'other').map(({ path }) => path)).toEqual([]);
  const distinct = new Map(found.map((leaf) => [leaf.path.filter((step) => typeof step === 'string').join('.'), leaf]));
  const text = `${JSON.stringify(document, null, 2)}\n`;
  for (const { path, field } of distinct.values()) {
    const place = [...at, ...path];
    const value = readValueAt(document, place);
    const changed = withValue(text, place, other(field, value));
    expect(readValueAt(JSON.parse(changed), place)).toEqual(other(field, value));
    expect(withValue(changed, place, value)).toBe(text);
    // An optional property that was removed returns to its place.
    const around = readValueAt(document, place.slice(0, -1));
    const isRemovable = !field.isRequired && isObject(around) && Object.keys(around).length > 1;
    const removed = isRemovable ? withValue(text, place, undefined) : text;
    expect(withValue(removed, place, value, document)).toBe(text);
  }
}
