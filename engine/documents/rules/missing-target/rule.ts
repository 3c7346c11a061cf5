import { didYouMean } from '#engine/base/did-you-mean.ts';
import type { Rule } from '../rule.ts';

export const missingTarget: Rule = {
  id: 'missing-target',
  severity: 'error',
  description: 'Every change of a variant finds the block it names in the base (N3).',
  expanded: function* ({ written, bases, outcomes }) {
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status !== 'missing') continue;
      const { key, target, known } = outcome;
      // A change that names no block has a finding of its own.
      if (target === '') continue;
      const suggestion = didYouMean(target, known);
      yield {
        place: { file: written.file, path: ['changes', index, key] },
        message: `The base "${bases[0] ?? ''}" has no block "${target}" at this point of the changes.`,
        expected: `one of ${known.join(', ')}`,
        found: target,
        suggestion,
      };
    }
  },
};
