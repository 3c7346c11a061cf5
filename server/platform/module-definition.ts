import type { DatabaseMigration } from './database/migration-steps.ts';
import type { RetentionRule } from './database/retention.ts';
import type { PersonalDataSource } from './personal-data/personal-data-source.ts';

/** What a module registers with the platform. Its tables are declared in its `tables.ts`. */
export interface ModuleDefinition {
  readonly migrations: readonly DatabaseMigration[];
  readonly retention: readonly RetentionRule[];
  /** Absent when the module stores no personal data. */
  readonly personalData?: readonly PersonalDataSource[];
}
