/** Result of a feature for a visitor. */
export interface FeatureResult {
  readonly feature: string;
  readonly value: unknown;
  /** Absent without an experiment, such as for a value forced by a rule. */
  readonly assignment?: Assignment;
  /** Assignments in its prerequisites, met or not; absent without prerequisites. */
  readonly prerequisites?: readonly Assignment[];
}

/** The assignment of a visitor. */
export interface Assignment {
  /** Key of the experiment. */
  readonly experiment: string;
  /** Key of the variation. */
  readonly variation: string;
  readonly index: number;
  /** GrowthBook's key of the sticky bucket. */
  readonly bucket: string;
  /** Bucket of the visitor, 0 to 1; absent for an earlier sticky bucket. */
  readonly position?: number;
  readonly sticky: boolean;
}
