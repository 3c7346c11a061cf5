import type { MigrationPart } from './database/migration-steps.ts';
import type { RetentionRule } from './database/retention.ts';
import type { PersonTraces } from './personal-data/traces.ts';

/** What a wing gives of its own to what the platform runs for all of them. Its tables are in its `tables.ts`. */
export interface Contribution {
  readonly migrations: readonly MigrationPart[];
  readonly retention: readonly RetentionRule[];
  /** Absent when it stores nothing that belongs to a person. */
  readonly traces?: PersonTraces;
}
