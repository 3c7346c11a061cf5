import { type JsonObject, selectObjects } from '../json.ts';
import type { ChangedBase } from './apply-change.ts';
import type { ExpandedDocument } from './expander.ts';
import { computePin } from './compute-pin.ts';

/** A change with a pin. */
export interface PinnedChange {
  /** In `changes`. */
  readonly index: number;
  readonly change: JsonObject;
  /** As written. */
  readonly pin: string;
  /** What the change overwrites in the current base, and its pin. */
  readonly base: ChangedBase & { readonly pin: string };
}

const PIN = /^[0-9a-f]{12}$/;

/** Applied changes of a variant with a pin (N3). */
export function listPinnedChanges({
  written,
  outcomes,
}: Pick<ExpandedDocument, 'written' | 'outcomes'>): readonly PinnedChange[] {
  const changes = selectObjects(written.value['changes']);
  return [...outcomes.entries()].flatMap(([index, outcome]): PinnedChange[] => {
    const change = changes[index];
    const pin = change?.['pin'];
    if (change === undefined || typeof pin !== 'string' || !PIN.test(pin)) return [];
    if (outcome.status !== 'applied' || outcome.base === undefined) return [];
    return [{ index, change, pin, base: { ...outcome.base, pin: computePin(outcome.base.value) } }];
  });
}
