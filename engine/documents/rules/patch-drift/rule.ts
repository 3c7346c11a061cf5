import { listPinnedChanges } from '../../inheritance/list-pinned-changes.ts';
import type { JsonObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const patchDrift: Rule = {
  id: 'patch-drift',
  severity: 'error',
  description: 'The part of the base that a change overwrites is the same as when the change was written (N3).',
  expanded: function* (document) {
    const { id, written, bases } = document;
    for (const { index, change, pin, base } of listPinnedChanges(document)) {
      if (pin === base.pin) continue;
      yield {
        location: { file: written.file, path: ['changes', index, 'pin'] },
        message:
          `What this change overwrites in the block "${String(change['block'])}" of "${bases[0] ?? ''}" is not what its pin ` +
          `stands for: the block changed, or the change was given other props. The pin is ${pin}, that of the base ${base.pin}, ` +
          `and this change makes it ${mine(change)}. ` +
          `"npm run check -- --accept" shows what the base said and says; if the change still fits, "npm run check -- --accept ${id}" writes the new pin.`,
        expected: `a base with the pin ${pin}`,
        found: base.value,
        follows: [...base.locations, { file: written.file, path: ['changes', index] }],
      };
    }
  },
};

function mine(change: JsonObject): string {
  if (change['op'] === 'set') return JSON.stringify(change['props']);
  return change['op'] === 'replace' ? JSON.stringify(change['with']) : 'disappear';
}
