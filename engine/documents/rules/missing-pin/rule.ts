import { computePin } from '../../inheritance/compute-pin.ts';
import { selectObjects } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const missingPin: Rule = {
  id: 'missing-pin',
  severity: 'warning',
  description: 'Every change that overwrites a part of its base has a pin of the overwritten value (N3).',
  expanded: function* ({ written, outcomes }) {
    const changes = selectObjects(written.value['changes']);
    for (const [index, outcome] of outcomes.entries()) {
      const change = changes[index];
      if (
        outcome.status !== 'applied' ||
        outcome.base === undefined ||
        change === undefined ||
        change['pin'] !== undefined
      )
        continue;
      const pin = computePin(outcome.base.value);
      const object = { file: written.file, path: ['changes', index] };
      yield {
        location: object,
        message: `The change of "${String(change['block'])}" has no pin, so changes of its base would not be reported. Run "npm run check -- --fix" to write it.`,
        expected: `"pin": "${pin}"`,
        // A pin of an invalid value would be outdated once the value is corrected.
        follows: [
          ...outcome.base.locations,
          object,
          ...changes.flatMap(({ op, block }, other) =>
            op === change['op'] && block === change['block'] ? [{ file: written.file, path: ['changes', other] }] : [],
          ),
        ],
        fix: { object, key: 'pin', value: pin },
      };
    }
  },
};
