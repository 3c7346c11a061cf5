import { LRUCache } from 'lru-cache';
import { buildPersonalBody, type PersonalPage } from './encode-page.ts';
import type { Encoding } from './choose-encoding.ts';
import type { Values } from './page-source.ts';

export const filledPageLimits = {
  /** Maximum bytes of all filled pages. */
  bytes: 16 * 1024 * 1024,
  /** Cache lifetime in milliseconds, equal to that of cached code facts. */
  life: 2_000,
  /** Maximum values that were asked for once. */
  once: 10_000,
} as const;

/** Tolerance of the lifetime in milliseconds; saves reading the time on each request. */
const RESOLUTION_MS = 100;

/** Approximate overhead of an entry. */
const ENTRY_OVERHEAD = 512;

/**
 * Caches pages that are filled with the same values for many visitors, such as those of a shared address or of a campaign's links: from the second request
 * on, since most values are those of one visitor. Entries depend on their key only and are never stale; the short lifetime keeps personal values out of
 * memory.
 */
export class FilledPages {
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: filledPageLimits.bytes,
    sizeCalculation: (body, key) => ENTRY_OVERHEAD + 2 * key.length + body.length,
    ttl: filledPageLimits.life,
    ttlResolution: RESOLUTION_MS,
    ttlAutopurge: true,
    perf: performance,
  });

  /** Keys that were asked for once within the lifetime. */
  readonly #once = new Set<string>();

  get size(): number {
    return this.#bodies.size;
  }

  /** `buildPersonalBody`, cached. */
  readonly fill = (page: PersonalPage & { readonly key: string }, values: Values, encoding: Encoding): Buffer => {
    // Pages without holes in the middle only get their end appended, and pages for a single response have no prepared parts.
    if (page.skeletons === null) return buildPersonalBody(page, values, encoding);
    const key = buildKey(page, values, encoding);
    const known = this.#bodies.get(key);
    if (known !== undefined) return known;
    const body = buildPersonalBody(page, values, encoding);
    if (this.#once.delete(key)) this.#bodies.set(key, body);
    else this.#noteOnce(key);
    return body;
  };

  #noteOnce(key: string): void {
    if (this.#once.size >= filledPageLimits.once) this.#once.clear();
    if (this.#once.size === 0) setTimeout(() => this.#once.clear(), filledPageLimits.life).unref();
    this.#once.add(key);
  }
}

/** Values are prefixed with their lengths, so that keys are unambiguous. */
function buildKey({ key, shape }: PersonalPage & { readonly key: string }, values: Values, encoding: Encoding): string {
  let text = `${key} ${shape.representation} ${encoding}`;
  for (const name in values) {
    const value = values[name] ?? '';
    text += ` ${name} ${value.length} ${value}`;
  }
  return text;
}
