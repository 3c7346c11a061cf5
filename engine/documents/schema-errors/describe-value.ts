import { isObject } from '../json.ts';
import { type Path, formatPath } from '../source-location.ts';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** Types of JSON Schema in plain words. */
export function nameType(type: unknown): string {
  return [type]
    .flat()
    .map((name) => TYPE_NAMES[String(name)] ?? String(name))
    .join(' or ');
}

/** The value itself, or what it is if that is long. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return JSON.stringify(value);
}

/** The object at a path, such as a block with its type. */
export function inWhat(path: Path, value: unknown, schema: string): string {
  if (path.length === 0) return schema.startsWith('/blocks/') ? 'in the block' : 'in the document';
  const type = isObject(value) && typeof value['type'] === 'string' ? ` (${value['type']})` : '';
  return `in "${formatPath(path)}"${type}`;
}
