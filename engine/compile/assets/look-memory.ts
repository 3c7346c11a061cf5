import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '#engine/documents/json.ts';
import { sha256 } from '#engine/base/hash.ts';

/** Where a command keeps it, from the project's root. */
export const LOOK_MEMORY = '.cache/looked-at.json';

/** Files that decide what is seen: other code, or another library, looks anew. */
const READERS = ['look-at-fonts.ts', 'look-at-pictures.ts', 'look-memory.ts'].map((file) =>
  join(import.meta.dirname, file),
);

/**
 * What files of pictures and fonts hold, by their bytes: a command that has read them once need not load the libraries again.
 * What cannot be read, or is not what was written, counts as never seen; what was not asked for is forgotten.
 */
export class LookMemory {
  readonly #file: string;
  readonly #key: string;
  readonly #before: Readonly<Record<string, unknown>>;
  readonly #now = new Map<string, unknown>();

  constructor(root: string) {
    this.#file = join(root, LOOK_MEMORY);
    this.#key = sha256([join(root, 'package-lock.json'), ...READERS].map(textOf).join('\0'));
    this.#before = entriesOf(this.#file, this.#key);
  }

  /** The value of these bytes as it was noted; `isValue` says whether it is one. */
  async recall<T>(bytes: string, isValue: (value: unknown) => value is T, look: () => Promise<T>): Promise<T> {
    const key = sha256(bytes);
    const known = this.#before[key];
    const value = isValue(known) ? known : await look();
    this.#now.set(key, value);
    return value;
  }

  /** Keeps what was asked for, where the disk lets it. */
  save(): void {
    const before = Object.keys(this.#before);
    if (before.length === this.#now.size && before.every((key) => this.#now.has(key))) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(this.#file, JSON.stringify({ key: this.#key, seen: Object.fromEntries(this.#now) }));
    } catch {
      // The next command looks again.
    }
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function entriesOf(file: string, key: string): Readonly<Record<string, unknown>> {
  try {
    const written: unknown = JSON.parse(textOf(file));
    return isObject(written) && written['key'] === key && isObject(written['seen']) ? written['seen'] : {};
  } catch {
    return {};
  }
}
