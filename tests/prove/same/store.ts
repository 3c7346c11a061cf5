import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { digest } from './normalise.ts';

/** One response. */
export interface Entry {
  /** What it is about, such as `page`; one row of the table. */
  readonly kind: string;
  readonly status: number;
  readonly headers: readonly string[];
  /** Keys of the body and of the page's style sheet among the kept texts. */
  readonly body: string;
  readonly styles: string;
}

/** Everything that was got from one tree, by a name that says who asked for what. */
export interface Recording {
  readonly entries: Readonly<Record<string, Entry>>;
  /** Contradictions inside single answers, and what was never reached. */
  readonly broken: readonly string[];
}

/** Texts by their content, so that the many answers that are alike are kept once. */
export class TextStore {
  readonly #folder: string;
  readonly #known = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  put(text: string): string {
    const key = digest(text);
    if (this.#known.has(key)) return key;
    this.#known.add(key);
    const file = join(this.#folder, key);
    if (!existsSync(file)) {
      // Whole or not at all: a recording that was broken off must not leave half a text.
      writeFileSync(`${file}.${process.pid}`, zstdCompressSync(text));
      renameSync(`${file}.${process.pid}`, file);
    }
    return key;
  }

  get(key: string): string {
    return zstdDecompressSync(readFileSync(join(this.#folder, key))).toString('utf8');
  }
}
