import type { DatabaseMigration } from './database/migration-steps.ts';
import type { RetentionRule } from './database/retention.ts';
import type { PersonalDataSource } from './personal-data/traces.ts';

/** What a module gives of its own to what the platform runs for all of them. Its tables are in its `tables.ts`. */
export interface ModuleDefinition {
  readonly migrations: readonly DatabaseMigration[];
  readonly retention: readonly RetentionRule[];
  /** Absent when it stores nothing that belongs to a person. */
  readonly traces?: PersonalDataSource;
}
