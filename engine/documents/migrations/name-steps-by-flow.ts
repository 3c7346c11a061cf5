import { type JsonObject, isObject } from '../json.ts';
import type { Migration } from './migration.ts';

const flows: Readonly<Record<string, string>> = { leanStep1: 'lean', leanStep2: 'lean' };
const steps: Readonly<Record<string, string>> = { whole: 'default', 'step-1': 'leanStep1', 'step-2': 'leanStep2' };

/**
 * Landings named a step as their flow, and registration forms named steps by words of their own; since version 2 both use the names
 * of the journey's document. A change of a block's properties does not name the type: no other block ever had a `step`.
 */
export const nameStepsByFlow: Migration = {
  name: 'name-steps-by-flow',
  from: 1,
  kinds: ['page', 'landing', 'fragment'],
  migrate: (document) => ({
    ...rename(document, 'flow', flows),
    ...(Array.isArray(document['blocks']) && { blocks: document['blocks'].map(inBlock) }),
    ...(Array.isArray(document['changes']) && { changes: document['changes'].map(inChange) }),
  }),
};

function inChange(change: unknown): unknown {
  if (!isObject(change)) return change;
  return {
    ...change,
    ...(isObject(change['props']) && { props: rename(change['props'], 'step', steps) }),
    ...(isObject(change['set']) && { set: rename(change['set'], 'flow', flows) }),
    ...(change['with'] !== undefined && { with: inBlock(change['with']) }),
    ...(Array.isArray(change['blocks']) && { blocks: change['blocks'].map(inBlock) }),
  };
}

function inBlock(block: unknown): unknown {
  if (!isObject(block)) return block;
  const named = block['type'] === 'registration-form' ? rename(block, 'step', steps) : block;
  return Array.isArray(named['blocks']) ? { ...named, blocks: named['blocks'].map(inBlock) } : named;
}

/** The same object with another value of a property, when that value has a new name. */
function rename(object: JsonObject, property: string, names: Readonly<Record<string, string>>): JsonObject {
  const value = object[property];
  const name = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
  return name === undefined ? object : { ...object, [property]: name };
}
