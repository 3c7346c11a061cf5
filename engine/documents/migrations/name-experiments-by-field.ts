import { type JsonObject, isObject } from '../json.ts';
import { type NewNames, renameKeys } from './rename-keys.ts';
import type { Migration } from './migration.ts';

const names = {
  arms: 'variations',
  metric: 'goalMetric',
  smallestEffect: 'minimumDetectableEffect',
  visitors: 'targetSampleSize',
} satisfies NewNames;
const ofParts = { arms: names.arms } satisfies NewNames;

/** Version 3 renames properties of experiments to the terms of A/B testing tools, including further pages and prerequisites. */
export const nameExperimentsByField: Migration = {
  name: 'name-experiments-by-field',
  from: 2,
  kinds: ['experiment'],
  names,
  migrate: (document) => {
    const renamed = renameKeys(document, names);
    return {
      ...renamed,
      ...inParts(renamed, 'pages'),
      ...inParts(renamed, 'prerequisites'),
    };
  },
};

function inParts(document: JsonObject, property: string): JsonObject {
  const parts = document[property];
  if (!Array.isArray(parts)) return {};
  return { [property]: parts.map((part: unknown) => (isObject(part) ? renameKeys(part, ofParts) : part)) };
}
