export interface ProofContext {
  readonly runs: number;
  /** Numbers from 0 up to 1, the same for the same seed. */
  readonly random: () => number;
  /** Told after each run. */
  readonly progress: (done: number) => void;
}

export interface ProofResult {
  /** What was counted and measured, for the table. */
  readonly found: readonly (readonly [what: string, value: string | number])[];
  /** Promises that did not hold, as sentences; empty when the proof stands. */
  readonly broken: readonly string[];
}

export interface Proof {
  /** One sentence for the list of proofs. */
  readonly summary: string;
  /** How often it runs unless told otherwise. */
  readonly runs: number;
  /** Why this machine cannot run it; absent or `null` when it can. */
  readonly missing?: () => string | null;
  run(context: ProofContext): Promise<ProofResult>;
}
