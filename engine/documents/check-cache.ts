import { sha256 } from '#engine/shared/hash.ts';
import { oncePerObject } from '#engine/shared/once-per.ts';
import type { Source } from './source.ts';

/**
 * Parts of a project in which an earlier run found nothing, by hashes of all that is read to look at them: a part that changed, or
 * depends on what changed, is none of them. Findings are never remembered.
 */
export interface CheckCache {
  has(part: string): boolean;
  /** Notes that nothing was found. */
  add(part: string): void;
}

/** The findings of a part; none without looking where an earlier run found none. */
export function inspectPart<Item>(
  checkCache: CheckCache | undefined,
  part: () => string,
  inspect: () => readonly Item[],
): readonly Item[] {
  if (checkCache === undefined) return inspect();
  const name = part();
  if (checkCache.has(name)) return none;
  const found = inspect();
  if (found.length === 0) checkCache.add(name);
  return found;
}

/** One list for all that have nothing, to save memory. */
export const none: readonly never[] = [];

/** Hash of the name and the text of a file. */
export const hashOfFile = (file: string, text: string): string => sha256(`${file}\0${text}`);

export const hashOfSource = oncePerObject(({ file, text }: Source) => hashOfFile(file, text));

/** Hash of plain data, of sets and of maps. */
export const hashOfObject = oncePerObject((value: object) => sha256(JSON.stringify(value, toPlain)));

const toPlain = (_key: string, value: unknown): unknown =>
  value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value;

/** As `hashOfObject`, for values of any type. */
export const hashOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? hashOfObject(value) : String(JSON.stringify(value));
