import { type WallTimeWindow, wallTimeToEpoch } from '#engine/base/wall-time.ts';
import type { ExpandedDocument } from './expand/expand.ts';
import { originOf, placeInside } from './expand/origin.ts';
import { type JsonObject, isObject } from './json.ts';
import type { Place } from './place.ts';
import { remember } from './remember.ts';

/** A window with its owner. */
export interface Slot {
  readonly who: string;
  readonly window: WallTimeWindow;
  /** Milliseconds since the epoch; infinite for an open end. */
  readonly from: number;
  readonly to: number;
  readonly place: Place;
}

/** The window of a document, if it has one. */
export function headSlot({ id, head }: Pick<ExpandedDocument, 'id' | 'head'>): Slot | null {
  return slotAt(id, head['window'], () => placeInside(originOf(head), ['window']));
}

/** The window of a block, if it has one. */
export function slotOf(id: string, block: JsonObject): Slot | null {
  return slotAt(nameOf(id, block), block['window'], () => placeInside(originOf(block), ['window']));
}

function slotAt(who: string, window: unknown, placeOf: () => Place): Slot | null {
  if (!isWindow(window)) return null;
  const { from, to } = instantsOf(window);
  // A window that closes before it opens has a finding of its own.
  return from === null || to === null || to <= from ? null : { who, window, from, to, place: placeOf() };
}

const instantsOf = remember((window: WallTimeWindow) => ({
  from: instantOf(window.from, window.zone, Number.NEGATIVE_INFINITY),
  to: instantOf(window.to, window.zone, Number.POSITIVE_INFINITY),
}));

function isWindow(value: unknown): value is WallTimeWindow {
  if (!isObject(value) || typeof value['zone'] !== 'string') return false;
  return [value['from'], value['to']].every((end) => end === undefined || typeof end === 'string');
}

/** `null` for a non-existent time, which a rule reports. */
export function instantOf(wall: string | undefined, zone: string, open: number): number | null {
  if (wall === undefined) return open;
  try {
    return wallTimeToEpoch(wall, zone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Label of a block, such as `landings/black-friday hero "welcome"`. */
export function nameOf(id: string, block: JsonObject): string {
  return `${id} ${String(block['type'])} ${JSON.stringify(block['id'])}`;
}

/** Sequences of two or more adjacent blocks of one type with windows, in opening order. */
export function rowsOf(id: string, blocks: readonly JsonObject[]): readonly (readonly Slot[])[] {
  const rows: Slot[][] = [];
  let type: unknown;
  for (const block of blocks) {
    const own = slotOf(id, block);
    if (own !== null && block['type'] === type) rows.at(-1)?.push(own);
    else if (own !== null) rows.push([own]);
    type = own === null ? undefined : block['type'];
  }
  return rows.filter((row) => row.length > 1).map((row) => row.toSorted((a, b) => a.from - b.from));
}

/** A gap or overlap between two windows. */
export interface Seam {
  readonly kind: 'gap' | 'overlap';
  /** Of those that opened earlier, the one that closes last. */
  readonly before: Slot;
  readonly next: Slot;
}

export function seamsOf([first, ...others]: readonly Slot[]): readonly Seam[] {
  if (first === undefined) return [];
  const seams: Seam[] = [];
  let before = first;
  for (const next of others) {
    if (next.from !== before.to) seams.push({ kind: next.from > before.to ? 'gap' : 'overlap', before, next });
    if (next.to > before.to) before = next;
  }
  return seams;
}
