import { type FileHandle, open, rename } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { PageWeight, Site } from '#engine/documents/types.ts';
import type { TextSource } from '#engine/i18n/catalogue.ts';
import { hashTexts } from '#engine/i18n/text-names.ts';
import { getOpeningValues, type OpeningValues } from '#engine/shared/opening.ts';
import { buildUpgradePolicy } from '#engine/shared/build-upgrade-policy.ts';
import type { EncodedPage } from './encode-page.ts';
import type { PageShape } from './page-source.ts';
import { hashContentAt, joinPage, type SplitPage } from './split-page.ts';

/** A page compiled by a build. */
export interface PackedPage {
  /** Key of its template. */
  readonly key: string;
  readonly contentSecurityPolicy: string;
  readonly link: string;
  readonly shape: PageShape;
  readonly encoded: EncodedPage;
  readonly weight: PageWeight;
}

/** Position of a page in the file. */
interface Place extends BuiltPage {
  readonly at: number;
  readonly bytes: number;
  readonly checksum: number;
  /** Indices of its texts among all texts. */
  readonly texts: readonly number[];
  /** See `PackedBytes`. */
  readonly shown: string;
}

/** Metadata of a page, known without reading it. */
export interface BuiltPage {
  /** Content hash, see `hashJob`; on a server, `hashContentAt`. */
  readonly content: string;
  /** Whether it has the best compression. */
  readonly isBest: boolean;
}

/** A page in serialized form: plain bytes, to be passed between threads. */
export interface PackedBytes extends BuiltPage {
  readonly bytes: Uint8Array;
  /** Names of the site's texts on the page, see `formatTextName`. */
  readonly texts: readonly string[];
  /** Hash of these texts as shown, see `hashTexts`. */
  readonly shown: string;
}

/** A page in its stored form. */
interface WrittenPage extends Omit<PackedPage, 'encoded'> {
  readonly madeWith: OpeningValues;
  /** An unsplit page is valid for these values only. */
  readonly encoded: SplitPage | EncodedPage;
}

/** @param page compiled with these values */
export function packPage(page: PackedPage, madeWith: OpeningValues, split: SplitPage | null): Uint8Array {
  const written: WrittenPage = { ...page, madeWith, encoded: split ?? page.encoded };
  return serialize(written);
}

/** Weight of a page, independent of the deployment; `null` when unreadable, see `unpackPage`. */
export const readPackedWeight = (bytes: Uint8Array): PageWeight | null => readPacked(bytes)?.weight ?? null;

/**
 * The page for a deployment. `null` when it was compiled for another one, or written by a newer Node.js with an unknown format.
 *
 * @param bytes result of `packPage`
 */
export function unpackPage(bytes: Uint8Array, values: OpeningValues): PackedPage | null {
  const written = readPacked(bytes);
  if (written === null) return null;
  const { madeWith, encoded: packed, ...page } = written;
  const isSame = madeWith.origin === values.origin && madeWith.startup === values.startup;
  const encoded = 'opening' in packed ? joinPage(packed, values) : isSame ? packed : null;
  if (encoded === null) return null;
  return {
    ...page,
    encoded,
    key: isSame ? page.key : hashContentAt(page.key, values),
    contentSecurityPolicy: buildUpgradePolicy(page.contentSecurityPolicy, values.origin.startsWith('https:')),
  };
}

function readPacked(bytes: Uint8Array): WrittenPage | null {
  try {
    return deserialize(bytes) as WrittenPage;
  } catch {
    return null;
  }
}

/** Part of every file: increment it when the format of `PackedPage` or the file changes, or the encoder does. */
const FORMAT = 4;

/** Trailer of the file: position of its index, and length. */
const END_BYTES = 16;

interface Index {
  readonly format: number;
  /** Names of the texts of all pages. */
  readonly texts: readonly string[];
  readonly pages: readonly (readonly [name: string, place: Place])[];
}

/** Writes pages into one file, renamed to its final name when complete. */
export class PagePackWriter {
  readonly #file: string;
  readonly #places = new Map<string, Place>();
  readonly #texts = new Map<string, number>();
  #opened: Promise<FileHandle> | undefined;
  #at = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects on a disk error, after which nothing is written. */
  add(name: string, { content, bytes, isBest, texts, shown }: PackedBytes): Promise<void> {
    const place = { at: this.#at, bytes: bytes.length, checksum: crc32(bytes), content, isBest, shown };
    this.#places.set(name, { ...place, texts: texts.map((text) => this.#addText(text)) });
    this.#at += bytes.length;
    return this.#write(bytes);
  }

  async finish(): Promise<void> {
    const index: Index = { format: FORMAT, texts: [...this.#texts.keys()], pages: [...this.#places] };
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

  #addText(text: string): number {
    const index = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, index);
    return index;
  }

  #write(bytes: Uint8Array): Promise<void> {
    this.#opened ??= open(unfinished(this.#file), 'w');
    const file = this.#opened;
    // `write` may write less than requested, such as on a nearly full disk.
    this.#writing = this.#writing.then(async () => (await file).writeFile(bytes));
    return this.#writing;
  }
}

const unfinished = (file: string): string => `${file}.part`;

type PackedSite = TextSource & Pick<Site, 'deployment'>;

/** The pages of a build, read from disk on demand. */
export class PagePack {
  readonly #file: FileHandle;
  readonly #texts: readonly string[];
  readonly #places: ReadonlyMap<string, Place>;
  /** Results of comparing the texts of pages with those of a site. */
  readonly #compared = new WeakMap<TextSource, Map<Place, boolean>>();

  private constructor(file: FileHandle, { texts, pages }: Index) {
    this.#file = file;
    this.#texts = texts;
    this.#places = new Map(pages);
  }

  /** `null` for a build without the file, or with an unknown format. */
  static async open(path: string): Promise<PagePack | null> {
    let file: FileHandle | undefined;
    try {
      file = await open(path);
      const { size } = await file.stat();
      const end = await read(file, size - END_BYTES, END_BYTES);
      // Written atomically by `PagePackWriter`.
      const index = JSON.parse((await read(file, end.readDoubleLE(0), end.readDoubleLE(8))).toString()) as Index;
      if (index.format === FORMAT) return new PagePack(file, index);
    } catch {
      // Missing or unreadable: the pages are compiled.
    }
    await file?.close();
    return null;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Metadata of a page; `undefined` when it is missing or shows other texts than the site. */
  find(name: string, site: TextSource): BuiltPage | undefined {
    return this.#find(name, site);
  }

  /** `null` when it is missing, damaged, or shows other texts than the site. */
  async readBytes(name: string, site: TextSource): Promise<PackedBytes | null> {
    const place = this.#find(name, site);
    if (place === undefined) return null;
    const { content, isBest, shown } = place;
    try {
      const bytes = await read(this.#file, place.at, place.bytes);
      return crc32(bytes) === place.checksum ? { content, bytes, isBest, texts: this.#getTexts(place), shown } : null;
    } catch {
      return null;
    }
  }

  async read(name: string, site: PackedSite): Promise<PackedPage | null> {
    const found = await this.readBytes(name, site);
    // The checksum guarantees that these are the bytes of `packPage`.
    return found === null ? null : unpackPage(found.bytes, getOpeningValues(site.deployment));
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #find(name: string, site: TextSource): Place | undefined {
    const place = this.#places.get(name);
    if (place === undefined) return undefined;
    const compared = this.#compared.get(site) ?? new Map<Place, boolean>();
    this.#compared.set(site, compared);
    const isSame = compared.get(place) ?? hashTexts(site, this.#getTexts(place)) === place.shown;
    compared.set(place, isSame);
    return isSame ? place : undefined;
  }

  #getTexts({ texts }: Place): string[] {
    return texts.flatMap((index) => this.#texts[index] ?? []);
  }
}

/** A buffer of its own: a slice would keep the whole pool in memory. */
async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
