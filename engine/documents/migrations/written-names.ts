import { isObject } from '../json.ts';
import type { Path } from '../source-location.ts';
import { migrations } from './migrate.ts';

/** Current name of a property that a step renamed; `undefined` for others. */
export function findCurrentName(name: string): string | undefined {
  const step = migrations.findLast(({ names = {} }) => Object.hasOwn(names, name));
  return step?.names?.[name];
}

/** A path in a migrated document with the names in its file. */
export function writtenPath(file: unknown, path: Path): Path {
  const version = isObject(file) ? file['version'] : undefined;
  if (typeof version !== 'number') return path;
  const names = migrations.flatMap((step) => (step.from >= version ? Object.entries(step.names ?? {}) : []));
  if (names.length === 0) return path;
  let at: unknown = file;
  return path.map((segment) => {
    const parent = at;
    const before = names.find(([old, name]) => name === segment && isObject(parent) && Object.hasOwn(parent, old))?.[0];
    const isWritten = before === undefined || (isObject(parent) && Object.hasOwn(parent, segment));
    const written = isWritten ? segment : before;
    at = typeof parent === 'object' && parent !== null ? Reflect.get(parent, written) : undefined;
    return written;
  });
}
