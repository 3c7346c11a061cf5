import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isObject, type JsonObject } from '#engine/documents/json.ts';
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

/**
 * The text with a changed value at a path, `undefined` to remove it; all other bytes stay.
 *
 * @param like an earlier content: a property that it has returns to its place there
 */
export function withValue(text: string, path: Path, value: unknown, like?: unknown): string {
  const before = parseJson(text);
  if (!isObject(before)) return text;
  if (isPlain(value) && isPlain(readValueAt(before, path))) return withPlain(text, path, value);
  const after = replaced(before, path, value, like);
  return isObject(after) ? rewriteJson(text, before, after) : text;
}

/** As `withValue`; the text as it was opened where it has the same content again, however that is laid out. */
export function changeValue(text: string, path: Path, value: unknown, opened: string): string {
  const before = parseJson(opened);
  const after = withValue(text, path, value, before);
  return isSameValue(parseJson(after), before) ? opened : after;
}

const isPlain = (value: unknown): boolean => value !== undefined && (typeof value !== 'object' || value === null);

/** Replaces a plain value directly, without comparing the document on each keystroke. */
function withPlain(text: string, path: Path, value: unknown): string {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (node === undefined) return text;
  return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(node.offset + node.length);
}

function replaced(value: unknown, path: Path, replacement: unknown, like: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (typeof step === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const item = replaced(items[step], rest, replacement, readValueAt(like, [step]));
    return item === undefined ? items.toSpliced(step, 1) : items.with(Math.min(step, items.length - 1), item);
  }
  const object = isObject(value) ? value : {};
  const inner = replaced(object[step], rest, replacement, readValueAt(like, [step]));
  if (inner !== undefined) return withProperty(object, step, inner, like);
  const { [step]: _removed, ...others } = object;
  return others;
}

/** A new property stands behind those that it follows in an earlier content, otherwise at the end. */
function withProperty(object: JsonObject, name: string, value: unknown, like: unknown): JsonObject {
  if (Object.hasOwn(object, name) || !isObject(like) || !Object.hasOwn(like, name)) return { ...object, [name]: value };
  const order = Object.keys(like);
  const before = new Set(order.slice(0, order.indexOf(name)));
  const names = Object.keys(object);
  const at = names.findLastIndex((each) => before.has(each)) + 1;
  return Object.fromEntries(Object.entries(object).toSpliced(at, 0, [name, value]));
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
