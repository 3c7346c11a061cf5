import { didYouMean } from '#engine/base/did-you-mean.ts';
import { repeatedIds } from '../../expand/tree.ts';
import { objectsOf } from '../../json.ts';
import type { Place } from '../../place.ts';
import type { Rule } from '../rule.ts';

export const missingTarget: Rule = {
  id: 'missing-target',
  severity: 'error',
  description: 'Every change of a variant finds the block it names in the base (N3).',
  expanded: function* ({ written, bases, outcomes, sources }) {
    // Failed changes of the base, and duplicate ids, explain a missing block.
    const ofBases = sources
      .filter(({ id }) => bases.includes(id))
      .flatMap(({ file, value }) => [
        ...objectsOf(value['changes']).flatMap((_, index) => doingOf(file, index)),
        ...repeatedIds(objectsOf(value['blocks'])),
      ]);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status !== 'missing') continue;
      const { key, target, known } = outcome;
      // A change without a block has a finding of its own.
      if (target === '') continue;
      const suggestion = didYouMean(target, known);
      yield {
        place: { file: written.file, path: ['changes', index, key] },
        message: `The base "${bases[0] ?? ''}" has no block "${target}" at this point of the changes.`,
        expected: `one of ${known.join(', ')}`,
        found: target,
        suggestion,
        follows: [...ofBases, ...outcomes.slice(0, index).flatMap((_, before) => doingOf(written.file, before))],
      };
    }
  },
};

/** A change without its pin, which does not affect the result. */
const doingOf = (file: string, index: number): readonly Place[] =>
  ['op', 'block', 'before', 'after', 'into', 'blocks', 'with'].map((key) => ({ file, path: ['changes', index, key] }));
