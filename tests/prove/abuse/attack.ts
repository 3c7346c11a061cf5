import type { RunningServer } from '#tests/helpers/server.ts';
import type { Stage } from '../parts/stage.ts';
import type { ProxyClient } from './proxy-client.ts';

/** The built server in production mode behind a proxy, and what an attack needs beside it. */
export interface AttackStage {
  readonly engine: 'sqlite' | 'postgres';
  readonly server: RunningServer;
  /** Speaks as the trusted proxy: each request names the visitor it comes from. */
  readonly client: ProxyClient;
  /** Database and mail server, as the proof itself sees them. */
  readonly behind: Stage;
  /** Numbers from 0 up to 1, the same for the same seed. */
  readonly random: () => number;
  /** So many of a number that the full size takes, at least one. */
  scaled(fullSize: number): number;
  /** Resident memory of the server in MiB. */
  memory(): number;
}

/** One thing that was measured, of the naive control and of the product. */
export interface Figure {
  readonly what: string;
  /** `null` where the control has no such figure. */
  readonly control: string | number | null;
  readonly product: string | number;
}

/** Visitors who did nothing wrong while the attack ran. */
export interface Honest {
  readonly asked: number;
  readonly succeeded: number;
}

export interface AttackResult {
  readonly figures: readonly Figure[];
  /** Beside the naive control, `null` where it has no visitors, and beside the product. */
  readonly honest: { readonly control: Honest | null; readonly product: Honest };
  /** Promises that did not hold, as sentences; that honest visitors succeed is looked at by the proof. */
  readonly broken: readonly string[];
}

/** What an attacker could do from outside; one file each in `attacks/`, listed in `abuse.ts`. */
export interface Attack {
  /** A few words for the table. */
  readonly name: string;
  /** Attacks that are no business of the database run on the embedded one alone. */
  readonly engines: readonly AttackStage['engine'][];
  /** Gets a stage of its own, which is removed afterwards. */
  run(stage: AttackStage): Promise<AttackResult>;
}
