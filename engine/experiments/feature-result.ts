/** What a feature is for a visitor. */
export interface FeatureResult {
  readonly feature: string;
  readonly value: unknown;
  /** Absent when no experiment was involved, such as a value forced by a rule. */
  readonly assignment?: Assignment;
  /** What experiments that it has as prerequisites chose for the visitor, met or not; absent when there is none. */
  readonly prerequisites?: readonly Assignment[];
}

/** The variation that an experiment chose for a visitor. */
export interface Assignment {
  /** Key of the experiment. */
  readonly experiment: string;
  /** Key of the variation. */
  readonly variation: string;
  readonly index: number;
  /** GrowthBook's key of the sticky bucket. */
  readonly bucket: string;
  /** Where the visitor fell between 0 and 1; absent for a sticky bucket of old. */
  readonly position?: number;
  readonly sticky: boolean;
}
