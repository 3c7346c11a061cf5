import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { EncodedPage } from './encode-page.ts';

/** Part of every file name: increment it when the encoder or the format of `EncodedPage` changes. */
const FORMAT = '3';
const MAX_LIFETIME_MS = 30 * 24 * 3600 * 1000;

/** Pages in the best compression on disk, for restarts. Named by a hash of their content, see `hashJob`, so entries are never stale. */
export class EncodedPageCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(content: string): Promise<EncodedPage | null> {
    try {
      const [checksum, bytes] = split(await readFile(this.#file(content)));
      // The checksum guarantees that these are the written bytes.
      return digest(bytes).equals(checksum) ? (deserialize(bytes) as EncodedPage) : null;
    } catch {
      // Missing or unreadable: the page is compressed again.
      return null;
    }
  }

  /** Hashes of the stored pages, including damaged ones. */
  async contents(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#folder).catch(() => []);
    const prefix = `${FORMAT}-`;
    return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
  }

  /** Failures are ignored: the page is compressed again after a restart. */
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

  /** Deletes entries older than 30 days. */
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

  /** Whether it was written, even if deleted since. */
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
