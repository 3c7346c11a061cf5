import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '#engine/documents/json.ts';
import { sha256 } from '#engine/shared/hash.ts';

/** Path of the cache, from the project's root. */
export const INSPECTION_CACHE = '.cache/looked-at.json';

/** Files that affect the results: other code, or another library, invalidates the cache. */
const READERS = [
  'derive-image.ts',
  'grade.ts',
  'inspect-fonts.ts',
  'inspect-grades.ts',
  'inspect-images.ts',
  'inspection-cache.ts',
  'measure-grade.ts',
].map((file) => join(import.meta.dirname, file));

/**
 * Cache of the content of image and font files, by their bytes, so that a command need not load the libraries again.
 * Unreadable or invalid entries count as missing; unused ones are dropped.
 */
export class InspectionCache {
  readonly #file: string;
  readonly #key: string;
  readonly #before: Readonly<Record<string, unknown>>;
  readonly #now = new Map<string, unknown>();

  constructor(root: string) {
    this.#file = join(root, INSPECTION_CACHE);
    this.#key = sha256([join(root, 'package-lock.json'), ...READERS].map(readFileOrEmpty).join('\0'));
    this.#before = readEntries(this.#file, this.#key);
  }

  /** The cached value of these bytes; `isValue` validates it. */
  async recall<T>(bytes: string, isValue: (value: unknown) => value is T, look: () => Promise<T>): Promise<T> {
    const key = sha256(bytes);
    const known = this.#now.get(key) ?? this.#before[key];
    const value = isValue(known) ? known : await look();
    this.#now.set(key, value);
    return value;
  }

  /**
   * Stores the used entries, if the disk is writable.
   *
   * @param others whether unused entries are dropped; `keep` for a run over a part of the project
   */
  save(others: 'drop' | 'keep' = 'drop'): void {
    const stored = others === 'keep' ? readEntries(this.#file, this.#key) : this.#before;
    const isKnown = [...this.#now.keys()].every((key) => Object.hasOwn(stored, key));
    if (isKnown && (others === 'keep' || Object.keys(stored).length === this.#now.size)) return;
    const seen = { ...(others === 'keep' && stored), ...Object.fromEntries(this.#now) };
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(this.#file, JSON.stringify({ key: this.#key, seen }));
    } catch {
      // Computed again by the next command.
    }
  }
}

function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readEntries(file: string, key: string): Readonly<Record<string, unknown>> {
  try {
    const written: unknown = JSON.parse(readFileOrEmpty(file));
    return isObject(written) && written['key'] === key && isObject(written['seen']) ? written['seen'] : {};
  } catch {
    return {};
  }
}
