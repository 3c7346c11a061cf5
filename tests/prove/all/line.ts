/** One line of the page: what one piece of evidence for a promise came to. */
export interface Line {
  readonly promise: number;
  /** Name of the proof, or files of tests. */
  readonly shownBy: string;
  /** `open` where nothing was run. */
  readonly state: 'held' | 'broken' | 'open';
  readonly figure: string;
  readonly size: string;
  readonly control: string;
  /** ISO 8601, to the minute. */
  readonly at: string;
  readonly commit: string;
}
