/* What is drawn: the server gives positions, the block the appearance. */

/** A position on a scale, from 0 to 100, with its text. */
export interface TickView {
  readonly at: number;
  readonly label: string;
  readonly strong?: boolean;
}

/** An interval on the scale of its column, which goes from 0 to 100. */
export interface IntervalView {
  readonly low: number;
  readonly value: number;
  readonly high: number;
  /** Positions of no effect and of the minimum detectable effect. */
  readonly zero: number;
  readonly wanted: number;
  /** It excludes zero. */
  readonly decided: boolean;
  /** Chart and its text. */
  readonly title: string;
  readonly description: string;
}

/** A figure over time with its interval as a band: paths on a square of 100 by 100, whose top is 0. */
export interface CurveView {
  readonly title: string;
  readonly description: string;
  readonly band: string;
  readonly line: string;
  readonly days: readonly TickView[];
  readonly values: readonly TickView[];
  readonly zero: number;
  readonly wanted: number;
  /** Its last value, as text. */
  readonly last: TickView;
}

/** Figures of successive days: a path on 100 by 24, and the same in words. */
export interface LineView {
  readonly path: string;
  readonly description: string;
}

/** Places of a person: taken, reserved, free. */
export interface BarView {
  readonly taken: number;
  readonly pending: number;
  readonly left: number;
  /** The same as text. */
  readonly label: string;
}

/** A QR code: side in modules, and the path of the dark ones. */
export interface CodeView {
  readonly label: string;
  readonly size: number;
  readonly path: string;
}
