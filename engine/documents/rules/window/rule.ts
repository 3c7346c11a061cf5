import { wallTimeToEpoch } from '#engine/base/wall-time.ts';
import { originOf, placeInside } from '../../expand/origin.ts';
import { isObject } from '../../json.ts';
import type { Path, Place, Remark } from '../../place.ts';
import type { Rule } from '../rule.ts';

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export const window: Rule = {
  id: 'window',
  severity: 'error',
  description: 'Every time window opens before it closes, in a zone and at local times that exist (N11).',
  block: ({ block, placeOf }) => checkWindow(block['window'], (path) => placeOf(['window', ...path])),
  expanded: function* ({ head }) {
    yield* checkWindow(head['window'], (path) => placeInside(originOf(head), ['window', ...path]));
  },
};

function* checkWindow(value: unknown, placeOf: (path: Path) => Place): Generator<Remark> {
  if (!isObject(value) || typeof value['zone'] !== 'string') return;
  const { zone, from, to } = value;
  if (!zoneExists(zone)) {
    yield {
      place: placeOf(['zone']),
      message: `There is no time zone "${zone}".`,
      expected: 'an IANA time zone such as "Europe/Berlin"',
      found: zone,
    };
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
  }
  return epoch;
}

function zoneExists(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

function wallTimeAt(epoch: number, zone: string): string {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(epoch).replace(' ', 'T');
}
