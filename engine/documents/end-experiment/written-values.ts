import { InternalError } from '#engine/shared/errors.ts';
import { type JsonObject, isObject } from '../json.ts';
import { layOut } from '../lay-out.ts';
import { rewriteJson } from '../rewrite-json.ts';
import type { DocumentId } from '../types.ts';
import type { WrittenDocument } from '../written.ts';

/** Documents while an experiment is being ended: the originals with their changes. */
export class WrittenValues {
  readonly #written: ReadonlyMap<DocumentId, WrittenDocument>;
  readonly #changed = new Map<DocumentId, { readonly value: JsonObject; readonly from: DocumentId }>();
  readonly #gone = new Set<DocumentId>();

  constructor(written: ReadonlyMap<DocumentId, WrittenDocument>) {
    this.#written = written;
  }

  has(id: DocumentId): boolean {
    return this.#changed.has(id) || (this.#written.has(id) && !this.#gone.has(id));
  }

  get(id: DocumentId): JsonObject {
    const value = this.#changed.get(id)?.value ?? this.#written.get(id)?.value;
    if (value === undefined) throw new InternalError(`There is no document "${id}".`);
    return value;
  }

  toFile(id: DocumentId): string {
    return `pages-config/${id}.json`;
  }

  /** Writes a document; a new one, or one that replaces another, keeps the formatting of the file it comes `from`. */
  set(id: DocumentId, value: JsonObject, from: DocumentId = id): void {
    this.#changed.set(id, { value, from: this.#changed.get(id)?.from ?? from });
  }

  remove(id: DocumentId): void {
    this.#gone.add(id);
    this.#changed.delete(id);
  }

  /** Remaining documents with their current content. */
  *left(): Generator<readonly [DocumentId, JsonObject]> {
    for (const id of new Set([...this.#written.keys(), ...this.#changed.keys()])) {
      if (this.has(id)) yield [id, this.get(id)];
    }
  }

  /** Texts of the files that differ; `null` for deleted ones. */
  texts(): Map<string, string | null> {
    const texts = new Map<string, string | null>();
    for (const id of this.#gone) texts.set(this.#written.get(id)?.file ?? this.toFile(id), null);
    for (const [id, { value, from }] of this.#changed) {
      const source = this.#written.get(from)?.source;
      const text = isObject(source?.value)
        ? rewriteJson(source.text, source.value, value)
        : `${layOut(value, '', 0)}\n`;
      texts.set(this.toFile(id), text);
    }
    return texts;
  }
}
