/** What a journey contributes to the browser. `journeys/<name>/browser/index.ts` exports one. */
export interface BrowserJourney {
  /** Name of its folder. */
  readonly name: string;
}
