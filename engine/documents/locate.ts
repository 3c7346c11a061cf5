import { type Node, findNodeAtLocation } from 'jsonc-parser';
import { writtenPath } from './migrations/written-names.ts';
import type { SourceLocation } from './source-location.ts';
import { type Source, getSyntaxTree } from './source.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column (1-based, UTF-16 code units) of an offset. */
export function locateOffset(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

/**
 * The offset of a position in its source. If the path does not exist, as for a missing property or in a migrated
 * document, that of its nearest existing ancestor.
 */
export function findOffset(source: Source, location: SourceLocation): number {
  const node = nodeAt(source, location);
  if (node === undefined) return 0;
  if (location.inside !== undefined && node.type === 'string') return insideString(source.text, node, location.inside);
  return node.offset;
}

function nodeAt(source: Source, location: SourceLocation): Node | undefined {
  const root = getSyntaxTree(source);
  if (root === undefined) return undefined;
  const path = writtenPath(source.value, location.path);
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
    if (node === undefined) continue;
    const whole = length === path.length;
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return whole && location.at === 'key' && key !== undefined ? key : node;
  }
  return root;
}

/** Skips escapes, each of which is one or more source characters for one code unit of the value. */
function insideString(text: string, node: Node, units: number): number {
  let offset = node.offset + 1;
  for (let unit = 0; unit < units; unit += 1) {
    if (text[offset] !== '\\') offset += 1;
    else offset += text[offset + 1] === 'u' ? 6 : 2;
  }
  return offset;
}
