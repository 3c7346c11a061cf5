import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { listPinnedChanges, type PinnedChange } from '../../inheritance/list-pinned-changes.ts';
import { isObject, type JsonObject } from '../../json.ts';
import type { CommonFinding } from '../../finding-draft.ts';
import type { PinnedValues } from '../../pinned-values.ts';
import type { Path } from '../../source-location.ts';
import type { Rule } from '../rule.ts';

export const patchDrift: Rule = {
  id: 'patch-drift',
  severity: 'error',
  description: 'The part of the base that a change overwrites is the same as when the change was written (N3).',
  expanded: function* (document, pinned) {
    const { id, written, bases } = document;
    for (const pinnedChange of listPinnedChanges(document)) {
      const { index, change, pin, base } = pinnedChange;
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
        together: inBase(id, pinnedChange, pinned()),
      };
    }
  },
};

/** A base that changed under several variants is one finding, where it changed. */
function inBase(id: string, { change, pin, base }: PinnedChange, pinned: PinnedValues): CommonFinding {
  return {
    location: base.locate(pinned.has(pin) ? findChangedPart(pinned.get(pin), base.value) : []),
    message:
      `The block "${String(change['block'])}" is not what it was when variants were written that overwrite it. ` +
      `"npm run check -- --accept" shows what it said and says; for each variant that still fits, "npm run check -- --accept <document>" writes its new pins. The variants:`,
    expected: 'what it was, or new pins of these variants',
    follows: base.locations,
    name: id,
  };
}

/** The first part of a value that is not what it was; the value itself, if a part is missing now. */
export function findChangedPart(before: unknown, now: unknown): Path {
  const parts = listParts(now);
  const former = new Map(listParts(before));
  if (parts.length === 0 || [...former.keys()].some((key) => !parts.some(([part]) => part === key))) return [];
  const changed = parts.find(([key, part]) => toCanonicalJson(former.get(key) ?? null) !== toCanonicalJson(part));
  return changed === undefined ? [] : [changed[0], ...findChangedPart(former.get(changed[0]), changed[1])];
}

function listParts(value: unknown): readonly (readonly [key: string | number, part: unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

function mine(change: JsonObject): string {
  if (change['op'] === 'set') return JSON.stringify(change['props']);
  return change['op'] === 'replace' ? JSON.stringify(change['with']) : 'disappear';
}
