import type { Encoding } from './choose-encoding.ts';
import { cutRegions, fillRegions, type HoleRegions } from './hole-regions.ts';
import type { PageSource, Values } from './page-source.ts';
import { KeyedSemaphore } from '#server/platform/limits/keyed-semaphore.ts';
import { buildSkeleton, computeRegionLength, spliceSkeleton, type Skeleton } from './skeleton.ts';

/** Brotli quality of the text around regions: `quick` at first, `best` when nothing else is being compressed. */
export interface SkeletonQuality {
  readonly quick: number;
  readonly best?: number;
}

/** The best quality takes 20 times as long as a fast one: one page at a time leaves processors to requests. */
const compressing = new KeyedSemaphore();

/** Maximum queued jobs; further pages keep their fast compression. */
const MAX_QUEUED = 200;
let queued = 0;

/** The prepared parts of a page with holes in the middle, created per region length on first use. */
export class Skeletons {
  #cut: HoleRegions | null | undefined;
  #texts: readonly Buffer[] | undefined;
  /** `null` while it is being created, and permanently when that is impossible. */
  readonly #made = new Map<number, Skeleton | null>();
  readonly #quality: SkeletonQuality;

  constructor(quality: SkeletonQuality) {
    this.#quality = quality;
  }

  /**
   * The whole page with `rest` at its end; `null` when it must be compressed as a whole.
   *
   * @param read the page, in HTML: in JSON, spaces before the end of a tag could not be distinguished from those in texts. Called on the first request with a
   *   value, because most pages never get one.
   */
  fill(read: () => Pick<PageSource, 'parts'>, values: Values, rest: string, encoding: Encoding): Buffer | null {
    const cut = this.#cut === undefined ? (this.#cut = cutRegions(read().parts)) : this.#cut;
    if (cut === null || cut.regions.length === 0) return null;
    const regions = fillRegions(cut.regions, values);
    const end = Buffer.from(rest);
    if (encoding === 'identity') return this.#join(cut, regions, end);
    const length = computeRegionLength(findLongest(cut, regions));
    const skeleton = length === null ? null : this.#skeleton(cut, length);
    return skeleton === null ? null : spliceSkeleton(skeleton, regions, end, encoding);
  }

  #skeleton(cut: HoleRegions, length: number): Skeleton | null {
    const made = this.#made.get(length);
    if (made !== undefined) return made;
    this.#made.set(length, null);
    void this.#build(cut, length);
    return null;
  }

  /** Compresses in zlib's threads. On failure, pages are compressed as a whole. Never rejects. */
  async #build(cut: HoleRegions, length: number): Promise<void> {
    const { quick, best } = this.#quality;
    const build = async (quality: number): Promise<boolean> => {
      const built = await buildSkeleton(cut, this.#bytes(cut), { length, quality }).catch(() => null);
      if (built !== null) this.#made.set(length, built);
      return built !== null;
    };
    if (!(await build(quick)) || best === undefined || queued >= MAX_QUEUED) return;
    queued += 1;
    await compressing.run(
      'best',
      () => 1,
      () => build(best),
    );
    queued -= 1;
  }

  /** Without padding, because no length has to be kept. */
  #join(cut: HoleRegions, regions: readonly string[], end: Buffer): Buffer {
    const pieces = this.#bytes(cut).flatMap((text, index) => {
      const region = regions[index];
      return region === undefined ? text : [text, Buffer.from(region + (cut.regions[index]?.ending ?? ''))];
    });
    return Buffer.concat([...pieces, end]);
  }

  #bytes({ texts }: HoleRegions): readonly Buffer[] {
    return (this.#texts ??= texts.map((text) => Buffer.from(text)));
  }
}

/** Bytes of the longest region, with its ending. */
function findLongest(cut: HoleRegions, regions: readonly string[]): number {
  return regions.reduce((most, region, index) => {
    return Math.max(most, Buffer.byteLength(region) + (cut.regions[index]?.ending.length ?? 0));
  }, 0);
}
