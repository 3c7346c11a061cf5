import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isObject } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';

/** Cache of parsed files, because all fields of a form read the same one. */
const read = new Map<string, unknown>();
const MAX_READ = 20;

/** Parsed content; `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
  if (!read.has(text)) {
    if (read.size >= MAX_READ) read.clear();
    read.set(text, parse(text));
  }
  return read.get(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readValueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (typeof step === 'number') at = Array.isArray(at) ? at[step] : undefined;
    else at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}

/** The text with a changed value at a path, `undefined` to remove it; all other bytes stay. */
export function withValue(text: string, path: Path, value: unknown): string {
  const before = parseJson(text);
  if (!isObject(before)) return text;
  if (isPlain(value) && isPlain(readValueAt(before, path))) return withPlain(text, path, value);
  const after = replaced(before, path, value);
  return isObject(after) ? rewriteJson(text, before, after) : text;
}

const isPlain = (value: unknown): boolean => value !== undefined && (typeof value !== 'object' || value === null);

/** Replaces a plain value directly, without comparing the document on each keystroke. */
function withPlain(text: string, path: Path, value: unknown): string {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (node === undefined) return text;
  return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(node.offset + node.length);
}

function replaced(value: unknown, path: Path, replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (typeof step === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const item = replaced(items[step], rest, replacement);
    return item === undefined ? items.toSpliced(step, 1) : items.with(Math.min(step, items.length - 1), item);
  }
  const object = isObject(value) ? value : {};
  const inner = replaced(object[step], rest, replacement);
  if (inner !== undefined) return { ...object, [step]: inner };
  const { [step]: _removed, ...others } = object;
  return others;
}

/** Whether two values are equal, whatever the order of properties. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
  );
}
