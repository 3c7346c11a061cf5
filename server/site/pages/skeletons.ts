import { cutRegions, fillRegion, type HoleRegions } from './hole-regions.ts';
import type { PageSource, Values } from './page-source.ts';
import { buildSkeleton, regionLength, spliceSkeleton, type Skeleton } from './skeleton.ts';

/** The ready pieces of one page with holes in the middle, made for each length of values when it is first asked for. */
export class Skeletons {
  readonly #cut: HoleRegions | null;
  /** `null` while it is made, and for good when it cannot be made. */
  readonly #made = new Map<number, Skeleton | null>();

  constructor(source: PageSource) {
    // In JSON, blanks in front of a tag's end would have to be told apart from those inside its texts.
    this.#cut = source.representation === 'page' ? cutRegions(source.parts) : null;
  }

  /** The whole page with `rest` at its end; `null` when this page has to be compressed as a whole, now or always. */
  fill(values: Values, rest: string, encoding: 'br' | 'gzip'): Buffer | null {
    const cut = this.#cut;
    if (cut === null || cut.regions.length === 0) return null;
    const regions = cut.regions.map((region) => fillRegion(region, values));
    const length = regionLength(regions);
    if (length === null) return null;
    const skeleton = this.#made.get(length);
    if (skeleton === undefined) {
      this.#made.set(length, null);
      // Compresses in zlib's own threads. A page that fails there is compressed as a whole, as before.
      buildSkeleton(cut, length).then(
        (built) => this.#made.set(length, built),
        () => undefined,
      );
    }
    return skeleton ? spliceSkeleton(skeleton, regions, Buffer.from(rest), encoding) : null;
  }
}
