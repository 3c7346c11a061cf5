import { formEntriesModule } from '#server/forms/entries/form-entries-module.ts';
import type { ModuleDefinition } from '#server/platform/module-definition.ts';
import { platformModule } from '#server/platform/platform-module.ts';
import { siteModule } from '#server/site/site-module.ts';
import { staffModule } from '#server/staff/staff-module.ts';
import { journeyPlugins } from './journey-plugins.ts';

/** Module definitions of all modules; their order decides which data source names a person, see `PersonalDataSource`. */
const contributions: readonly ModuleDefinition[] = [
  ...journeyPlugins.map(({ contribution }) => contribution),
  platformModule,
  formEntriesModule,
  staffModule,
  siteModule,
];

export const allMigrations = contributions.flatMap((contribution) => contribution.migrations);
export const retention = contributions.flatMap((contribution) => contribution.retention);
export const traces = contributions.flatMap((contribution) => contribution.traces ?? []);
