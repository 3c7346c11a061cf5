export interface ProofContext {
  readonly runs: number;
  /** For a proof that goes on for as long as it is asked to to; `null` for one round of it. */
  readonly minutes: number | null;
  /** Whether a proof that takes a sample takes everything instead. */
  readonly isWhole: boolean;
  /** What is behind the proof's name; `null` for a proof that takes nothing. */
  readonly argument: string | null;
  /** Numbers from 0 up to 1, the same for the same seed. */
  readonly random: () => number;
  /** Called after each run; `total` where it is not the number of runs. */
  readonly progress: (done: number, total?: number) => void;
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
  /** How often it runs by default. */
  readonly runs: number;
  /** What must be said behind its name, such as `COMMIT`; a proof that takes something runs only when it is named. */
  readonly takes?: string;
  /** Why this machine cannot run it; absent or `null` when it can. */
  readonly missing?: () => string | null;
  run(context: ProofContext): Promise<ProofResult>;
}
