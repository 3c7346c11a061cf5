import { type WallTimeWindow, toEpoch } from '#engine/shared/wall-time.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import { getOrigin, locateInside } from './inheritance/origin.ts';
import { type JsonObject, isObject, nameBlock } from './json.ts';
import type { SourceLocation } from './source-location.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';

/** A window with its owner. */
export interface WindowUse {
  readonly who: string;
  /** Document of the owner; for a use of a fragment, the document that uses it. */
  readonly document: string;
  /** Id of the block with the window; absent for the document itself. */
  readonly block?: string;
  readonly window: WallTimeWindow;
  /** Milliseconds since the epoch; infinite for an open end. */
  readonly from: number;
  readonly to: number;
  readonly location: SourceLocation;
}

/** The window of a document, if it has one. */
export function readHeadWindow({ id, head }: Pick<ExpandedDocument, 'id' | 'head'>): WindowUse | null {
  return toWindowUse(id, id, head['window'], () => locateInside(getOrigin(head), ['window']));
}

/** The window of a block, if it has one. */
export function readWindowUse(id: string, block: JsonObject): WindowUse | null {
  const locate = (): SourceLocation => locateInside(getOrigin(block), ['window']);
  const use = toWindowUse(id, describeBlock(id, block), block['window'], locate);
  return use === null ? null : { ...use, block: String(block['id']) };
}

/** `null` for anything but a window that opens before it closes. */
export function toWindowUse(
  document: string,
  who: string,
  window: unknown,
  locate: () => SourceLocation,
): WindowUse | null {
  if (!isWindow(window)) return null;
  const { from, to } = getInstants(window);
  // A window that closes before it opens has a finding of its own.
  return from === null || to === null || to <= from ? null : { who, document, window, from, to, location: locate() };
}

const getInstants = memoizePerObject((window: WallTimeWindow) => ({
  from: toInstant(window.from, window.zone, Number.NEGATIVE_INFINITY),
  to: toInstant(window.to, window.zone, Number.POSITIVE_INFINITY),
}));

function isWindow(value: unknown): value is WallTimeWindow {
  if (!isObject(value) || typeof value['zone'] !== 'string') return false;
  return [value['from'], value['to']].every((end) => end === undefined || typeof end === 'string');
}

/** `null` for a non-existent time, which a rule reports. */
export function toInstant(wall: string | undefined, zone: string, open: number): number | null {
  if (wall === undefined) return open;
  try {
    return toEpoch(wall, zone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Label of a block of a document, such as `landings/black-friday hero "welcome"`. */
export const describeBlock = (document: string, block: JsonObject): string => `${document} ${nameBlock(block)}`;

/** Sequences of two or more adjacent blocks of one type with windows, in opening order. */
export function groupWindowUses(id: string, blocks: readonly JsonObject[]): readonly (readonly WindowUse[])[] {
  const rows: WindowUse[][] = [];
  let type: unknown;
  for (const block of blocks) {
    const own = readWindowUse(id, block);
    if (own !== null && block['type'] === type) rows.at(-1)?.push(own);
    else if (own !== null) rows.push([own]);
    type = own === null ? undefined : block['type'];
  }
  return rows.filter((row) => row.length > 1).map((row) => row.toSorted((a, b) => a.from - b.from));
}

/** Milliseconds. Adjacent windows within a week belong to one campaign; larger gaps are intended. */
export const MAX_GAP_MS = 7 * 86_400_000;

/** A gap or overlap between two windows. */
export interface ScheduleGap {
  readonly kind: 'gap' | 'overlap';
  /** Of those that opened earlier, the one that closes last. */
  readonly before: WindowUse;
  readonly next: WindowUse;
}

export function findScheduleGaps([first, ...others]: readonly WindowUse[]): readonly ScheduleGap[] {
  if (first === undefined) return [];
  const gaps: ScheduleGap[] = [];
  let before = first;
  for (const next of others) {
    if (next.from !== before.to) gaps.push({ kind: next.from > before.to ? 'gap' : 'overlap', before, next });
    if (next.to > before.to) before = next;
  }
  return gaps;
}
