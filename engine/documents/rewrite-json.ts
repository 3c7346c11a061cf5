import { type JSONPath, type Node, findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type JsonObject, isObject } from './json.ts';
import { layOut } from './lay-out.ts';

/**
 * The text of a document after its value changed from `before` to `after`: only differences are edited, and a renamed
 * property keeps its line. Blocks are matched by their ids, other items of lists by their values.
 */
export function rewriteJson(text: string, before: JsonObject, after: JsonObject): string {
  return rewriteObject(text, before, after, []);
}

function rewriteValue(text: string, before: unknown, after: unknown, path: JSONPath): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (isObject(before) && isObject(after)) return rewriteObject(text, before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return rewriteList(text, before, after, path);
  const node = nodeAt(text, path);
  return node === undefined ? text : replaced(text, node.offset, node.length, after);
}

function rewriteObject(text: string, before: JsonObject, after: JsonObject, path: JSONPath): string {
  let result = text;
  const oldKeys = Object.keys(before);
  const newKeys = Object.keys(after);
  const sameLength = oldKeys.length === newKeys.length;
  for (const [index, key] of oldKeys.entries()) {
    if (Object.hasOwn(after, key)) continue;
    const renamed = newKeys[index];
    const takesItsPlace = sameLength && renamed !== undefined && !Object.hasOwn(before, renamed);
    result = takesItsPlace ? renameKey(result, [...path, key], renamed) : removed(result, [...path, key]);
  }
  for (const [index, key] of newKeys.entries()) {
    const oldKey = Object.hasOwn(before, key) ? key : sameLength ? oldKeys[index] : undefined;
    const isNew = oldKey === undefined || nodeAt(result, [...path, key]) === undefined;
    result = isNew
      ? inserted(result, path, findIndexAfter(result, path, newKeys[index - 1]), after[key], key)
      : rewriteValue(result, before[oldKey], after[key], [...path, key]);
  }
  return result;
}

/** Index of a new property behind another one; the first without one. */
function findIndexAfter(text: string, path: JSONPath, key: string | undefined): number {
  if (key === undefined) return 0;
  const own = nodeAt(text, [...path, key])?.parent;
  return own?.parent?.children === undefined ? Number.POSITIVE_INFINITY : own.parent.children.indexOf(own) + 1;
}

/** Unchanged items keep their text; others are edited in place, removed, or inserted. */
function rewriteList(text: string, before: readonly unknown[], after: readonly unknown[], path: JSONPath): string {
  const isSameLocation = before.length === after.length && before.every((item, index) => areSame(item, after[index]));
  const isPlain = ![...before, ...after].some((item) => readId(item) !== undefined);
  if (isSameLocation || (isPlain && before.length === after.length))
    return after.reduce<string>(
      (result, item, index) => rewriteValue(result, before[index], item, [...path, index]),
      text,
    );
  let result = text;
  const items = [...before];
  for (let index = items.length - 1; index >= 0; index -= 1) {
    if (after.some((item) => areSame(item, items[index]))) continue;
    result = removed(result, [...path, index]);
    items.splice(index, 1);
  }
  for (const [index, item] of after.entries()) {
    const at = items.findIndex((other, location) => location >= index && areSame(other, item));
    if (at === index) {
      result = rewriteValue(result, items[index], item, [...path, index]);
      continue;
    }
    if (at > index) {
      result = removed(result, [...path, at]);
      items.splice(at, 1);
    }
    result = inserted(result, path, index, item);
    items.splice(index, 0, item);
  }
  for (; items.length > after.length; items.pop()) result = removed(result, [...path, items.length - 1]);
  return result;
}

function readId(item: unknown): unknown {
  return isObject(item) ? item['id'] : undefined;
}

function areSame(one: unknown, other: unknown): boolean {
  const name = readId(one);
  return name === undefined ? JSON.stringify(one) === JSON.stringify(other) : name === readId(other);
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text);
  return tree === undefined ? undefined : findNodeAtLocation(tree, path);
}

/** Removes an item or a property together with its separator. */
function removed(text: string, path: JSONPath): string {
  const node = nodeAt(text, path);
  const part = node?.parent?.type === 'property' ? node.parent : node;
  const whole = part?.parent;
  if (part === undefined || whole?.children === undefined) return text;
  const index = whole.children.indexOf(part);
  const [before, after] = [whole.children[index - 1], whole.children[index + 1]];
  if (before !== undefined) return text.slice(0, computeEnd(before)) + text.slice(computeEnd(part));
  if (after !== undefined) return text.slice(0, part.offset) + text.slice(after.offset);
  return replaced(text, whole.offset, whole.length, whole.type === 'array' ? [] : {});
}

const computeEnd = ({ offset, length }: Node): number => offset + length;

/** Inserts an item into a list, or with a key a property into an object, on a line of its own if its neighbours have one. */
function inserted(text: string, path: JSONPath, index: number, value: unknown, key?: string): string {
  const parent = nodeAt(text, path);
  if (parent === undefined) return text;
  const children = parent.children ?? [];
  const label = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const next = children[index];
  const last = children.at(-1);
  const beside = next ?? last;
  if (beside === undefined)
    return replaced(text, parent.offset, parent.length, key === undefined ? [value] : { [key]: value });
  const gap = gapBefore(text, beside);
  const written = `${label}${layOut(value, gap.slice(1), gap.length - 1 + label.length)}`;
  return next === undefined
    ? `${text.slice(0, beside.offset + beside.length)},${gap}${written}${text.slice(beside.offset + beside.length)}`
    : `${text.slice(0, next.offset)}${written},${gap}${text.slice(next.offset)}`;
}

/** Whitespace between a node and the previous one: a line break with its indentation, or a space. */
function gapBefore(text: string, { offset }: Node): string {
  const space = /(?<!\s)\s*$/.exec(text.slice(0, offset))?.[0] ?? '';
  return space.includes('\n') ? space.slice(space.lastIndexOf('\n')) : ' ';
}

function replaced(text: string, offset: number, length: number, value: unknown): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = /^\s*/.exec(text.slice(start, offset))?.[0] ?? '';
  return text.slice(0, offset) + layOut(value, indent, offset - start) + text.slice(offset + length);
}

function renameKey(text: string, path: JSONPath, name: string): string {
  const key = nodeAt(text, path)?.parent?.children?.[0];
  if (key === undefined) return text;
  return text.slice(0, key.offset) + JSON.stringify(name) + text.slice(key.offset + key.length);
}
