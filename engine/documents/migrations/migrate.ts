import type { JsonObject } from '../json.ts';
import type { DocumentKind } from '../types.ts';
import { chooseStepFields } from './choose-step-fields.ts';
import type { Migration } from './migration.ts';
import { nameAdminPages } from './name-admin-pages.ts';
import { nameBlocksByContent } from './name-blocks-by-content.ts';
import { nameBlocksByType } from './name-blocks-by-type.ts';
import { nameExperimentsByField } from './name-experiments-by-field.ts';
import { nameStepsByFlow } from './name-steps-by-flow.ts';
import { slugWithoutSlash } from './slug-without-slash.ts';

/** Schema version of documents as this engine writes them. */
export const currentVersion = 4;

/** The oldest version that can still be migrated. */
export const oldestVersion = 0;

/** All steps, oldest first; steps of one version run in this order. */
export const migrations: readonly Migration[] = [
  nameBlocksByType,
  slugWithoutSlash,
  nameStepsByFlow,
  nameExperimentsByField,
  nameAdminPages,
  nameBlocksByContent,
  chooseStepFields,
];

export type MigrationResult =
  | { readonly status: 'current'; readonly document: JsonObject }
  /** `steps` lists the applied steps in order. */
  | {
      readonly status: 'migrated';
      readonly document: JsonObject;
      readonly from: number;
      readonly steps: readonly string[];
    }
  | { readonly status: 'too-old' | 'too-new'; readonly version: number };

/** Migrates a document to the current version. A document without a whole number as `version` is returned unchanged; its schema reports the error. */
export function migrateDocument(kind: DocumentKind, document: JsonObject): MigrationResult {
  const version = document['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version === currentVersion) {
    return { status: 'current', document };
  }
  if (version > currentVersion) return { status: 'too-new', version };
  if (version < oldestVersion) return { status: 'too-old', version };

  const steps: string[] = [];
  let migrated = document;
  for (let from = version; from < currentVersion; from += 1) {
    for (const step of migrations) {
      if (step.from !== from || !step.kinds.includes(kind)) continue;
      const next = step.migrate(migrated);
      if (JSON.stringify(next) !== JSON.stringify(migrated)) steps.push(step.name);
      migrated = next;
    }
    migrated = { ...migrated, version: from + 1 };
  }
  return { status: 'migrated', document: migrated, from: version, steps };
}
