import { type FileHandle, open, rename } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { PageWeight } from '#engine/documents/types.ts';
import type { EncodedPage } from './encode-page.ts';
import type { PageShape } from './page-source.ts';

/** A page as a build has compiled it: all that a server needs to send it. */
export interface PackedPage {
  /** Key of its template. */
  readonly key: string;
  readonly contentSecurityPolicy: string;
  readonly link: string;
  readonly shape: PageShape;
  readonly encoded: EncodedPage;
  readonly weight: PageWeight;
}

/** Where a page is in its file. */
interface Place {
  readonly at: number;
  readonly bytes: number;
  readonly checksum: number;
  /** See `contentOf`. */
  readonly content: string;
}

/** A page as it is written: plain bytes, so that a thread can hand them to another. */
export interface PackedBytes {
  readonly content: string;
  readonly bytes: Uint8Array;
}

export const packPage = (page: PackedPage): Uint8Array => serialize(page);

/**
 * `null` when a newer Node.js wrote it, whose format this one cannot read.
 *
 * @param bytes What `packPage` gave.
 */
export function unpackPage(bytes: Uint8Array): PackedPage | null {
  try {
    return deserialize(bytes) as PackedPage;
  } catch {
    return null;
  }
}

/** Part of every file: raise it when the shape of `PackedPage` or of the file changes, or the encoder does. */
const FORMAT = 1;

/** What the file ends with: where its index begins, and its bytes. */
const END_BYTES = 16;

interface Index {
  readonly format: number;
  readonly pages: readonly (readonly [name: string, place: Place])[];
}

/** Writes pages into one file, which has its name once it is whole. */
export class PagePackWriter {
  readonly #file: string;
  readonly #places = new Map<string, Place>();
  #opened: Promise<FileHandle> | undefined;
  #at = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects when the disk does; nothing is written after that. */
  add(name: string, { content, bytes }: PackedBytes): Promise<void> {
    this.#places.set(name, { at: this.#at, bytes: bytes.length, checksum: crc32(bytes), content });
    this.#at += bytes.length;
    return this.#write(bytes);
  }

  async finish(): Promise<void> {
    const index: Index = { format: FORMAT, pages: [...this.#places] };
    const text = Buffer.from(JSON.stringify(index));
    const end = Buffer.alloc(END_BYTES);
    end.writeDoubleLE(this.#at, 0);
    end.writeDoubleLE(text.length, 8);
    await this.#write(Buffer.concat([text, end]));
    await this.close();
    await rename(unfinished(this.#file), this.#file);
  }

  async close(): Promise<void> {
    const file = await this.#opened;
    this.#opened = undefined;
    await file?.close();
  }

  #write(bytes: Uint8Array): Promise<void> {
    this.#opened ??= open(unfinished(this.#file), 'w');
    const file = this.#opened;
    // `write` may take a part of it and say so, as where a disk is nearly full.
    this.#writing = this.#writing.then(async () => (await file).writeFile(bytes));
    return this.#writing;
  }
}

const unfinished = (file: string): string => `${file}.part`;

/** The pages of a build. They stay on disk until they are asked for. */
export class PagePack {
  readonly #file: FileHandle;
  readonly #places: ReadonlyMap<string, Place>;

  private constructor(file: FileHandle, places: ReadonlyMap<string, Place>) {
    this.#file = file;
    this.#places = places;
  }

  /** `null` for a build without such a file, or with one that another release wrote in another way. */
  static async open(path: string): Promise<PagePack | null> {
    let file: FileHandle | undefined;
    try {
      file = await open(path);
      const { size } = await file.stat();
      const end = await read(file, size - END_BYTES, END_BYTES);
      // `PagePackWriter` wrote it, whole or not at all.
      const index = JSON.parse((await read(file, end.readDoubleLE(0), end.readDoubleLE(8))).toString()) as Index;
      if (index.format === FORMAT) return new PagePack(file, new Map(index.pages));
    } catch {
      // Absent or unreadable: its pages are compiled again.
    }
    await file?.close();
    return null;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Name of what the page holds, see `contentOf`; `undefined` when it is not here. */
  contentOf(name: string): string | undefined {
    return this.#places.get(name)?.content;
  }

  /** `null` when it is not here, or damaged. */
  async readBytes(name: string): Promise<PackedBytes | null> {
    const place = this.#places.get(name);
    if (place === undefined) return null;
    try {
      const bytes = await read(this.#file, place.at, place.bytes);
      return crc32(bytes) === place.checksum ? { content: place.content, bytes } : null;
    } catch {
      return null;
    }
  }

  async read(name: string): Promise<PackedPage | null> {
    const found = await this.readBytes(name);
    // The checksum covers these very bytes, so they are what `packPage` gave.
    return found === null ? null : unpackPage(found.bytes);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Bytes of their own: a slice would keep all of a shared pool. */
async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
