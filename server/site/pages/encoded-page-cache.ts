import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { EncodedPage } from './encode-page.ts';

/** Part of every name: raise it when the encoder or the shape of `EncodedPage` changes. */
const FORMAT = '3';
const MAX_LIFETIME_MS = 30 * 24 * 3600 * 1000;

/** Best encodings on disk, so that a restart does not compress again. Named by their content, see `hashJob`: an entry is never stale. */
export class EncodedPageCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(content: string): Promise<EncodedPage | null> {
    try {
      const [checksum, bytes] = split(await readFile(this.#file(content)));
      // The checksum covers these very bytes, so they are what `write` was given.
      return digest(bytes).equals(checksum) ? (deserialize(bytes) as EncodedPage) : null;
    } catch {
      // Absent or unreadable: both mean that the page is compressed again.
      return null;
    }
  }

  /** Contents of the pages that are there now; of those whose files are damaged, too. */
  async contents(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#folder).catch(() => []);
    const prefix = `${FORMAT}-`;
    return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
  }

  /** A page that can't be kept is compressed again after a restart: never an error. */
  async write(content: string, encoded: EncodedPage): Promise<void> {
    const file = this.#file(content);
    const unfinished = `${file}.${randomUUID()}`;
    const bytes = serialize(encoded);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(unfinished, Buffer.concat([digest(bytes), bytes]));
      await rename(unfinished, file);
    } catch {
      await rm(unfinished, { force: true });
    }
  }

  /** Removes what was written more than 30 days ago. */
  async prune(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const file = join(this.#folder, name);
      const written = await stat(file).then(
        (found) => found.mtimeMs,
        () => now,
      );
      if (now - written > MAX_LIFETIME_MS) await rm(file, { force: true });
    }
  }

  /** Whether it was written, whatever became of it since. */
  has(content: string): Promise<boolean> {
    return access(this.#file(content)).then(
      () => true,
      () => false,
    );
  }

  #file(content: string): string {
    return join(this.#folder, `${FORMAT}-${content}`);
  }
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function split(file: Buffer): [checksum: Buffer, bytes: Buffer] {
  return [file.subarray(0, 32), file.subarray(32)];
}
