/** What names an arm of an experiment. */
export interface WeighedArm {
  readonly experiment: string;
  /** Key of the variation. */
  readonly variation: string;
}

export const weightKey = ({ experiment, variation }: WeighedArm): string => JSON.stringify([experiment, variation]);

/** What the pages of arms weigh as this process rendered them: a heavier arm may lose for its weight alone (N16). */
export class ArmWeights {
  #bytes: ReadonlyMap<string, readonly number[]> = new Map();

  /** @param bytes of the encoded page in each language, by `weightKey` */
  set(bytes: ReadonlyMap<string, readonly number[]>): void {
    this.#bytes = bytes;
  }

  /** Mean of the languages; `null` while nobody has weighed it. */
  of(arm: WeighedArm): number | null {
    const bytes = this.#bytes.get(weightKey(arm)) ?? [];
    return bytes.length === 0 ? null : Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
  }
}
