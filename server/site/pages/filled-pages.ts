import { LRUCache } from 'lru-cache';
import { personalBody, type PersonalPage } from './encode-page.ts';
import type { Encoding } from './choose-encoding.ts';
import type { Values } from './page-source.ts';

export const filledPageLimits = {
  /** Bytes of all filled pages together. */
  bytes: 16 * 1024 * 1024,
  /** Milliseconds for which one is cached: as long as what is known of a code. */
  life: 2_000,
} as const;

/** Milliseconds by which the end of a life may be late; saves asking for the time on each request. */
const RESOLUTION_MS = 100;

/** Roughly what an entry costs beside its bytes. */
const ENTRY_OVERHEAD = 512;

/**
 * Pages that are filled with the same values for many visitors at once, such as those of one address that everybody opens. What is
 * kept depends on its key alone, so it is never stale; it is kept shortly, so that nothing about anybody stays in memory.
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

  get size(): number {
    return this.#bodies.size;
  }

  /** `personalBody`, of which the last answers are remembered. */
  readonly fill = (page: PersonalPage & { readonly key: string }, values: Values, encoding: Encoding): Buffer => {
    // Of a page without holes in the middle, the ready beginning only gets its end; one compiled for one answer has no pieces either.
    if (page.skeletons === null) return personalBody(page, values, encoding);
    const key = buildKey(page, values, encoding);
    let body = this.#bodies.get(key);
    if (body === undefined) {
      body = personalBody(page, values, encoding);
      this.#bodies.set(key, body);
    }
    return body;
  };
}

/** Lengths are before values, so that no two lists of values have the same key. */
function buildKey({ key, shape }: PersonalPage & { readonly key: string }, values: Values, encoding: Encoding): string {
  let text = `${key} ${shape.representation} ${encoding}`;
  for (const name in values) {
    const value = values[name] ?? '';
    text += ` ${name} ${value.length} ${value}`;
  }
  return text;
}
