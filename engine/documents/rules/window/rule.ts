import { wallTimeToEpoch } from '#engine/base/wall-time.ts';
import { experimentsOf } from '../../build-experiments.ts';
import { originOf, placeInside } from '../../expand/origin.ts';
import { type Tree, childrenOf } from '../../expand/tree.ts';
import { type JsonObject, isObject } from '../../json.ts';
import type { Path, Place, Remark } from '../../place.ts';
import { headSlot, rowsOf, type Seam, seamsOf, type Slot, slotOf } from '../../slots.ts';
import type { Rule } from '../rule.ts';

const HOUR = 3_600_000;
const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export const window: Rule = {
  id: 'window',
  severity: 'error',
  description: 'Every time window opens before it closes, in a zone and at local times that exist once (N11).',
  block: function* ({ block, placeOf }) {
    yield* checkWindow(block['window'], (path) => placeOf(['window', ...path]));
    for (const [key, value] of Object.entries(block)) yield* checkMoment(value, (path) => placeOf([key, ...path]));
  },
  expanded: function* (document) {
    const { id, head, blocks } = document;
    yield* checkWindow(head['window'], (path) => placeInside(originOf(head), ['window', ...path]));
    const own = headSlot(document);
    yield* checkTogether(id, blocks, own === null ? [] : [own]);
  },
  project: function* ({ written, expanded, today }) {
    for (const { file, value } of experimentsOf(written.values())) yield* checkExperiment(file, value);
    if (today === undefined) return;
    // A campaign that is over as a whole is kept for the next one: "npm run calendar" lists it, and its address shows what it should.
    for (const { id, bases, blocks } of expanded.values())
      if (![id, ...bases].some((each) => expanded.get(each)?.head['window'] !== undefined))
        for (const block of walk(blocks)) yield* checkPast(block, today);
  },
};

function* checkExperiment(file: string, { window: times, ramp }: JsonObject): Generator<Remark> {
  yield* checkWindow(times, (path) => ({ file, path: ['window', ...path] }));
  for (const [index, step] of Array.isArray(ramp) ? ramp.entries() : [])
    yield* checkMoment(step, (path) => ({ file, path: ['ramp', index, ...path] }));
}

function* walk(tree: Tree): Generator<JsonObject> {
  for (const block of tree) {
    yield block;
    yield* walk(childrenOf(block));
  }
}

/** Blocks whose window is closed whenever what they are in is open, and neighbours of which a visitor is meant to see one at a time. */
function* checkTogether(id: string, blocks: Tree, around: readonly Slot[]): Generator<Remark> {
  for (const row of rowsOf(id, blocks)) for (const seam of seamsOf(row)) yield* overlap(seam);
  for (const block of blocks) {
    const own = slotOf(id, block);
    const outer = own && around.find((slot) => slot.to <= own.from || own.to <= slot.from);
    if (own && outer) yield neverOpen(own, outer);
    else yield* checkTogether(id, childrenOf(block), own === null ? around : [...around, own]);
  }
}

function* overlap({ kind, before, next }: Seam): Generator<Remark> {
  if (kind !== 'overlap') return;
  yield {
    place: next.place,
    severity: 'warning',
    message: `This window opens before that of its neighbour ${before.who} closes, so both are shown at once. Let one begin when the other ends.`,
    expected: before.window.to === undefined ? undefined : `"from" at ${before.window.to} (${before.window.zone})`,
    mark: 'overlap',
  };
}

const neverOpen = ({ place }: Slot, outer: Slot): Remark => ({
  place,
  severity: 'warning',
  message: `This window is closed whenever that of ${outer.who}, which it is in, is open, so what it holds is never shown. Let the two have a time in common.`,
  expected: `a time between ${outer.window.from ?? 'any day'} and ${outer.window.to ?? 'any day'} (${outer.window.zone})`,
  mark: 'never',
});

/** A block whose window closed before today is never shown again; the day is compared as it is written, in the window's own zone. */
function* checkPast(block: JsonObject, today: string): Generator<Remark> {
  const { window: times } = block;
  if (!isObject(times)) return;
  const { to } = times;
  if (typeof to !== 'string' || !WALL_TIME.test(to) || to.slice(0, 10) >= today) return;
  yield {
    place: placeInside(originOf(block), ['window', 'to']),
    severity: 'warning',
    message: `The window closed on ${to.slice(0, 10)} and does not open again, so what it holds is never shown. Take it out, or write the next window.`,
    expected: `a day from ${today} on`,
    found: to,
    mark: 'past',
  };
}

/** A moment such as the end of a countdown: `{ "at": …, "zone": … }`. */
function* checkMoment(value: unknown, placeOf: (path: Path) => Place): Generator<Remark> {
  if (!isObject(value) || typeof value['at'] !== 'string' || typeof value['zone'] !== 'string') return;
  const remark = checkZone(value['zone'], placeOf(['zone']));
  if (remark === undefined) yield* checkTime(value['at'], value['zone'], placeOf(['at']));
  else yield remark;
}

function* checkWindow(value: unknown, placeOf: (path: Path) => Place): Generator<Remark> {
  if (!isObject(value) || typeof value['zone'] !== 'string') return;
  const { zone, from, to } = value;
  const remark = checkZone(zone, placeOf(['zone']));
  if (remark !== undefined) {
    yield remark;
    return;
  }
  const opens = yield* checkTime(from, zone, placeOf(['from']));
  const closes = yield* checkTime(to, zone, placeOf(['to']));
  if (opens === undefined || closes === undefined || opens < closes) return;
  yield {
    place: placeOf(['to']),
    message: `The window closes at "${String(to)}", which is not after it opens at "${String(from)}".`,
    expected: `a time after ${String(from)}`,
    found: to,
  };
}

function* checkTime(wall: unknown, zone: string, place: Place): Generator<Remark, number | undefined> {
  if (typeof wall !== 'string' || !WALL_TIME.test(wall)) return undefined;
  let epoch: number;
  try {
    epoch = wallTimeToEpoch(wall, zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    yield {
      place,
      message: `The day or time "${wall}" does not exist.`,
      expected: 'an existing date and time such as 2026-11-27T00:00',
      found: wall,
    };
    return undefined;
  }
  const shown = wallTimeAt(epoch, zone);
  if (shown !== wall) {
    yield {
      place,
      message: `The local time "${wall}" does not exist in ${zone}: clocks go forward over it. Write the time after the change.`,
      expected: shown,
      found: wall,
    };
  } else if ([-HOUR, HOUR].some((shift) => wallTimeAt(epoch + shift, zone) === wall)) {
    yield {
      place,
      message: `The local time "${wall}" comes twice in ${zone}: clocks go back over it. Write a time before or after that hour.`,
      expected: 'a time that comes once',
      found: wall,
    };
  }
  return epoch;
}

function checkZone(zone: string, place: Place): Remark | undefined {
  try {
    wallTimeToEpoch('2000-01-01T00:00', zone);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      place,
      message: `There is no time zone "${zone}".`,
      expected: 'an IANA time zone such as "Europe/Berlin"',
      found: zone,
    };
  }
}

function wallTimeAt(epoch: number, zone: string): string {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(epoch).replace(' ', 'T');
}
