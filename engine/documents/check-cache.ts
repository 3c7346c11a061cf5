import { sha256 } from '#engine/shared/hash.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { Source } from './source.ts';

/** Parts of a project without findings in an earlier run, by hashes of all their inputs: changed parts have another hash. Findings are not cached. */
export interface CheckCache {
  has(part: string): boolean;
  /** Records that a part has no findings. */
  add(part: string): void;
}

/** Hex digits of a hash; makes collisions in a project of a million parts practically impossible. */
const DIGITS = 16;

/** Short name of a part, as it is stored. */
export const computePartName = (part: string): string => sha256(part).slice(0, DIGITS);

/** The parts without findings of a finished run, such as a build: a server that starts does not inspect them again. */
export class CheckedParts implements CheckCache {
  readonly #names: ReadonlySet<string>;

  /** @param names see `computePartName` */
  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  has(part: string): boolean {
    return this.#names.has(computePartName(part));
  }

  /** Ignored: later results are cached with their documents. */
  add(): void {}
}

/** The findings of a part; empty without inspection if an earlier run found none. */
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

/** Shared empty list, to save memory. */
export const none: readonly never[] = [];

/** Hash of the name and the text of a file. */
export const hashOfFile = (file: string, text: string): string => sha256(`${file}\0${text}`);

export const hashOfSource = memoizePerObject(({ file, text }: Source) => hashOfFile(file, text));

/** Hash of plain data, of sets and of maps. */
export const hashOfObject = memoizePerObject((value: object) => sha256(JSON.stringify(value, toPlain)));

const toPlain = (_key: string, value: unknown): unknown =>
  value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value;

/** As `hashOfObject`, for values of any type. */
export const hashOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? hashOfObject(value) : String(JSON.stringify(value));
