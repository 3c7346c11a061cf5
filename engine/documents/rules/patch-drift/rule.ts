import { pinOf } from '../../expand/pin.ts';
import { type JsonObject, objectsOf } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const patchDrift: Rule = {
  id: 'patch-drift',
  severity: 'error',
  description: 'What a change overwrites is still what it was when the change was written (N3).',
  sound: function* ({ written, bases, outcomes }) {
    const changes = objectsOf(written.value['changes']);
    for (const [index, outcome] of outcomes.entries()) {
      const change = changes[index];
      const pin = change?.['pin'];
      if (
        change === undefined ||
        typeof pin !== 'string' ||
        !/^[0-9a-f]{12}$/.test(pin) ||
        outcome.status !== 'applied' ||
        outcome.base === undefined
      )
        continue;
      const now = pinOf(outcome.base.value);
      if (pin === now) continue;
      yield {
        place: { file: written.file, path: ['changes', index, 'pin'] },
        message:
          `What this change overwrites in the block "${String(change['block'])}" of "${bases[0] ?? ''}" is not what its pin ` +
          `stands for: the block changed, or the change was given other props. The pin is ${pin}, that of the base ${now}, ` +
          `and this change makes it ${mine(change)}. ` +
          'Look whether the change still fits, then take the pin out and run "npm run check -- --fix".',
        expected: `a base with the pin ${pin}`,
        found: outcome.base.value,
      };
    }
  },
};

function mine(change: JsonObject): string {
  if (change['op'] === 'set') return JSON.stringify(change['props']);
  return change['op'] === 'replace' ? JSON.stringify(change['with']) : 'disappear';
}
