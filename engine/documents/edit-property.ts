import type { TextEdit } from '#engine/shared/finding.ts';
import { type Node, findNodeAtLocation } from 'jsonc-parser';
import { writtenPath } from './migrations/written-names.ts';
import type { Path } from './source-location.ts';
import { type Source, getSyntaxTree } from './source.ts';

/**
 * The edit that appends a property to an object in the object's layout: on a line of its own if the last property
 * is on one, else after it.
 */
export function insertProperty(source: Source, path: Path, key: string, value: string): TextEdit | undefined {
  const object = nodeAt(source, path);
  const last = object?.children?.at(-1);
  if (object?.type !== 'object' || last === undefined) return undefined;
  const before = /(?<!\s)\s*$/.exec(source.text.slice(object.offset + 1, last.offset))?.[0] ?? '';
  const gap = before.includes('\n') ? before.slice(before.lastIndexOf('\n')) : ' ';
  return {
    file: source.file,
    offset: last.offset + last.length,
    length: 0,
    text: `,${gap}${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  };
}

/** The edit that renames a property. */
export function renameProperty(source: Source, path: Path, name: string): TextEdit | undefined {
  const key = nodeAt(source, path)?.parent?.children?.[0];
  if (key === undefined) return undefined;
  return { file: source.file, offset: key.offset, length: key.length, text: JSON.stringify(name) };
}

/** The edit that replaces a string. */
export function replaceString(source: Source, path: Path, text: string): TextEdit | undefined {
  const string = nodeAt(source, path);
  if (string?.type !== 'string') return undefined;
  return { file: source.file, offset: string.offset, length: string.length, text: JSON.stringify(text) };
}

function nodeAt(source: Source, path: Path): Node | undefined {
  const root = getSyntaxTree(source);
  return root === undefined ? undefined : findNodeAtLocation(root, [...writtenPath(source.value, path)]);
}
