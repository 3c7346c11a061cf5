/** What names a variation of an experiment. */
export interface VariationRef {
  readonly experiment: string;
  /** Key of the variation. */
  readonly variation: string;
}

export const variationId = ({ experiment, variation }: VariationRef): string => JSON.stringify([experiment, variation]);

/** What the pages of variations weigh as this process rendered them: a heavier variation may lose for its weight alone (N16). */
export class VariationWeights {
  #bytes: ReadonlyMap<string, readonly number[]> = new Map();

  /** @param bytes of the encoded page in each language, by `variationId` */
  set(bytes: ReadonlyMap<string, readonly number[]>): void {
    this.#bytes = bytes;
  }

  /** Mean of the languages; `null` while nobody has weighed it. */
  of(chosen: VariationRef): number | null {
    const bytes = this.#bytes.get(variationId(chosen)) ?? [];
    return bytes.length === 0 ? null : Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
  }
}
