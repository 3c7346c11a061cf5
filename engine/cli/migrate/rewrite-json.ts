import { type FormattingOptions, type JSONPath, applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import { type JsonObject, isObject } from '#engine/documents/json.ts';

const formattingOptions: FormattingOptions = { insertSpaces: true, tabSize: 2, keepLines: true };

/**
 * The text of a document after its value changed from `before` to `after`: only what differs is touched, and a property
 * that got another name keeps its line.
 */
export function rewriteJson(text: string, before: JsonObject, after: JsonObject): string {
  return rewriteObject(text, before, after, []);
}

function rewriteValue(text: string, before: unknown, after: unknown, path: JSONPath): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (isObject(before) && isObject(after)) return rewriteObject(text, before, after, path);
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return after.reduce<string>(
      (result, item: unknown, index) => rewriteValue(result, before[index], item, [...path, index]),
      text,
    );
  }
  return applyEdits(text, modify(text, path, after, { formattingOptions }));
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
    result = takesItsPlace
      ? renameKey(result, [...path, key], renamed)
      : applyEdits(result, modify(result, [...path, key], undefined, { formattingOptions }));
  }
  for (const [index, key] of newKeys.entries()) {
    const oldKey = Object.hasOwn(before, key) ? key : sameLength ? oldKeys[index] : undefined;
    result = rewriteValue(result, oldKey === undefined ? undefined : before[oldKey], after[key], [...path, key]);
  }
  return result;
}

function renameKey(text: string, path: JSONPath, name: string): string {
  const tree = parseTree(text);
  const key = tree === undefined ? undefined : findNodeAtLocation(tree, path)?.parent?.children?.[0];
  if (key === undefined) return text;
  return text.slice(0, key.offset) + JSON.stringify(name) + text.slice(key.offset + key.length);
}
