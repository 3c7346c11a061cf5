/** What a journey contributes to decisions: pure, synchronous, without a clock. `journeys/<name>/decide/index.ts` exports one. */
export interface Journey {
  /** Name of its folder. */
  readonly name: string;
}
