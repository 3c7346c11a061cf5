import { isObject } from '../json.ts';
import { mapBlocks } from './map-blocks.ts';
import type { Migration } from './migration.ts';
import { renameValue } from './rename-value.ts';

const flows: Readonly<Record<string, string>> = { leanStep1: 'lean', leanStep2: 'lean' };
const steps: Readonly<Record<string, string>> = { whole: 'default', 'step-1': 'leanStep1', 'step-2': 'leanStep2' };

/**
 * Version 2 names steps in landings and registration forms as in the journey's document. A change of block properties has no type, but no
 * other block has a `step`.
 */
export const nameStepsByFlow: Migration = {
  name: 'name-steps-by-flow',
  from: 1,
  kinds: ['page', 'landing', 'fragment'],
  migrate: (document) => {
    const named = mapBlocks(renameValue(document, 'flow', flows), (block) =>
      block['type'] === 'registration-form' ? renameValue(block, 'step', steps) : block,
    );
    return { ...named, ...(Array.isArray(named['changes']) && { changes: named['changes'].map(inChange) }) };
  },
};

function inChange(change: unknown): unknown {
  if (!isObject(change)) return change;
  return {
    ...change,
    ...(isObject(change['props']) && { props: renameValue(change['props'], 'step', steps) }),
    ...(isObject(change['set']) && { set: renameValue(change['set'], 'flow', flows) }),
  };
}
