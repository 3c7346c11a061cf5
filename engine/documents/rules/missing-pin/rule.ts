import { computePin } from '../../inheritance/compute-pin.ts';
import { selectObjects } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const missingPin: Rule = {
  id: 'missing-pin',
  severity: 'warning',
  description: 'Every change that overwrites a part of its base remembers by a pin what that was (N3).',
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
        message: `The change of "${String(change['block'])}" has no pin, so nobody would notice if its base changed. Run "npm run check -- --fix" to write it.`,
        expected: `"pin": "${pin}"`,
        // A pin of an invalid value would be outdated once the value is corrected.
        follows: [...outcome.base.locations, object],
        fix: { object, key: 'pin', value: pin },
      };
    }
  },
};
