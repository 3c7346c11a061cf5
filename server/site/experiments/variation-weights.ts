/** Identifies a variation. */
export interface VariationRef {
  readonly experiment: string;
  /** Key of the variation. */
  readonly variation: string;
}

export const getVariationId = ({ experiment, variation }: VariationRef): string =>
  JSON.stringify([experiment, variation]);

/** Page weights by variation, as rendered by this process: a heavier variation may lose because of its weight (N16). */
export class VariationWeights {
  #bytes: ReadonlyMap<string, readonly number[]> = new Map();

  /** @param bytes compressed page size per language, by `variationId` */
  set(bytes: ReadonlyMap<string, readonly number[]>): void {
    this.#bytes = bytes;
  }

  /** Mean of all languages; `null` when not measured. */
  of(chosen: VariationRef): number | null {
    const bytes = this.#bytes.get(getVariationId(chosen)) ?? [];
    return bytes.length === 0 ? null : Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
  }
}
