import { formEntriesModule } from '#server/forms/entries/form-entries-module.ts';
import type { ModuleDefinition } from '#server/platform/module-definition.ts';
import { platformModule } from '#server/platform/platform-module.ts';
import { siteModule } from '#server/site/site-module.ts';
import { staffModule } from '#server/staff/staff-module.ts';
import { journeyPlugins } from './journey-plugins.ts';

/** Module definitions of all modules; their order decides which data source names a person, see `PersonalDataSource`. */
const moduleDefinitions: readonly ModuleDefinition[] = [
  ...journeyPlugins.map(({ moduleDefinition: definition }) => definition),
  platformModule,
  formEntriesModule,
  staffModule,
  siteModule,
];

export const allMigrations = moduleDefinitions.flatMap((definition) => definition.migrations);
export const retentionRules = moduleDefinitions.flatMap((definition) => definition.retention);
export const personalDataSources = moduleDefinitions.flatMap((definition) => definition.personalData ?? []);
