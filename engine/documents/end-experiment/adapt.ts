import { computePin } from '../inheritance/compute-pin.ts';
import type { ChangeOutcome } from '../inheritance/apply-change.ts';
import { type JsonObject, selectObjects } from '../json.ts';
import type { Project } from '../project.ts';
import type { DocumentId } from '../types.ts';

/** Operations that are obsolete once their block is removed. A replacement would be lost, so a person has to decide. */
const NEEDLESS: ReadonlySet<unknown> = new Set(['set', 'move', 'remove']);

/**
 * Variants adapted to their changed bases: with new pins, and without changes of removed blocks. Only those that
 * differ.
 */
export function adaptDocuments({ expanded }: Project): ReadonlyMap<DocumentId, JsonObject> {
  const differing = new Map<DocumentId, JsonObject>();
  for (const [id, { written, outcomes }] of expanded) {
    const before = selectObjects(written.value['changes']);
    const changes = before.flatMap((change, index) => fitting(change, outcomes[index]));
    if (changes.length === before.length && changes.every((change, index) => change === before[index])) continue;
    differing.set(id, { ...written.value, changes });
  }
  return differing;
}

function fitting(change: JsonObject, outcome: ChangeOutcome | undefined): readonly JsonObject[] {
  if (outcome?.status === 'missing' && outcome.key === 'block' && NEEDLESS.has(change['op'])) return [];
  if (change['pin'] === undefined || outcome?.status !== 'applied' || outcome.base === undefined) return [change];
  const pin = computePin(outcome.base.value);
  return [pin === change['pin'] ? change : { ...change, pin }];
}
