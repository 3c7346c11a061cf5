import type { Rule } from '../rule.ts';

export const unclearChange: Rule = {
  id: 'unclear-change',
  severity: 'error',
  description: 'Every change of a variant concerns one place, and only what its operation can change.',
  expanded: function* ({ written, outcomes }) {
    for (const [index, outcome] of outcomes.entries()) {
      const known = shapeIsWrong(written.value['changes'], index);
      if (outcome.status === 'unclear' && !known)
        yield {
          location: {
            file: written.file,
            path: ['changes', index, ...(outcome.key === undefined ? [] : [outcome.key])],
            at: 'key',
          },
          message: outcome.message,
        };
    }
  },
};

/** The schema reports unknown operations. */
function shapeIsWrong(changes: unknown, index: number): boolean {
  const change: unknown = Array.isArray(changes) ? changes[index] : undefined;
  const operation: unknown = typeof change === 'object' && change !== null ? Reflect.get(change, 'op') : undefined;
  return !['set', 'replace', 'insert', 'move', 'remove', 'document'].includes(String(operation));
}
