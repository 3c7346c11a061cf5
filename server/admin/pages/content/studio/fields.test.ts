import { describe, expect, test } from 'vitest';
import { isObject } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import { readValueAt, withValue } from '#engine/studio/edit-json.ts';
import type { StudioField } from '#engine/studio/protocol.ts';
import { examples } from '#tests/contract/project.ts';
import { blockFields } from './fields.ts';

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
  if (field.kind === 'object') return listLeaves(field.fields ?? [], value, path);
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
  Object.keys(block).filter((name) => !['id', 'type', 'area', 'slot', 'blocks'].includes(name));

describe('fields of blocks', () => {
  test.each(examples)(
    'each property of $type, $name, has a control; changed back it leaves the same bytes',
    ({ type, block }) => {
      const fields = blockFields().get(type) ?? [];
      const found = listLeaves(fields, block);
      expect(new Set(found.map(({ path }) => path[0]))).toEqual(new Set(own(block)));
      expect(found.filter(({ field }) => field.kind === 'other').map(({ path }) => path)).toEqual([]);
      const text = `${JSON.stringify({ blocks: [block] }, null, 2)}\n`;
      for (const { path, field } of found) {
        const at = ['blocks', 0, ...path];
        const value = readValueAt(block, path);
        const changed = withValue(text, at, other(field, value));
        expect(readValueAt(JSON.parse(changed), at)).toEqual(other(field, value));
        expect(withValue(changed, at, value)).toBe(text);
      }
    },
  );
});
