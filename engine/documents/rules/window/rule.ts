import { toEpoch } from '#engine/shared/wall-time.ts';
import { checkEachDocument } from '../../each-document.ts';
import { selectExperiments } from '../../build-experiments.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { type Tree, getChildren, hasUniqueIds } from '../../inheritance/tree.ts';
import { type JsonObject, isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path, SourceLocation } from '../../source-location.ts';
import {
  readHeadWindow,
  toInstant,
  groupWindowUses,
  type ScheduleGap,
  findScheduleGaps,
  MAX_GAP_MS,
  type WindowUse,
  readWindowUse,
} from '../../window-uses.ts';
import type { Rule } from '../rule.ts';

const HOUR = 3_600_000;
const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export const window: Rule = {
  id: 'window',
  severity: 'error',
  description: 'Every time window opens before it closes, in a zone and at local times that exist once (N11).',
  block: function* ({ block, locate }) {
    yield* checkWindow(block['window'], (path) => locate(['window', ...path]));
    for (const [key, value] of Object.entries(block)) yield* checkMoment(value, (path) => locate([key, ...path]));
  },
  expanded: function* (document) {
    const { id, head, shown } = document;
    yield* checkWindow(head['window'], (path) => locateInside(getOrigin(head), ['window', ...path]));
    const own = readHeadWindow(document);
    if (hasUniqueIds(document.tree)) yield* checkTogether(id, shown, own === null ? [] : [own]);
    yield* checkCountdowns(id, shown, own === null ? [] : [own]);
  },
  project: function* (project, rule) {
    const { written, expanded, today } = project;
    for (const { file, value } of selectExperiments(written.values())) yield* checkExperiment(file, value);
    if (today === undefined) return;
    for (const { file, value } of selectExperiments(written.values())) yield* checkPastExperiment(file, value, today);
    // A past campaign may be reused: `npm run calendar` lists it, and no change is required.
    yield* checkEachDocument(
      project,
      rule,
      () => today,
      function* ({ id, bases, shown }) {
        if ([id, ...bases].some((each) => expanded.get(each)?.head['window'] !== undefined)) return;
        for (const block of walk(shown)) yield* checkPast(block, today);
        yield* checkPastCountdowns(shown, today);
      },
    );
  },
};

function* checkExperiment(file: string, { window: times, ramp }: JsonObject): Generator<FindingDraft> {
  yield* checkWindow(times, (path) => ({ file, path: ['window', ...path] }));
  for (const [index, step] of Array.isArray(ramp) ? ramp.entries() : [])
    yield* checkMoment(step, (path) => ({ file, path: ['ramp', index, ...path] }));
}

/** No visitor takes part any more: all get the tested document. */
function* checkPastExperiment(
  file: string,
  { window: times, status }: JsonObject,
  today: string,
): Generator<FindingDraft> {
  const to = isObject(times) ? times['to'] : undefined;
  if (status !== 'live' || typeof to !== 'string' || !WALL_TIME.test(to) || to.slice(0, 10) >= today) return;
  const location = { file, path: ['window', 'to'] };
  yield {
    location,
    severity: 'warning',
    message: `The window of this live experiment closed at "${to}", so nobody takes part. Let it close later, or end the experiment.`,
    expected: `a time after ${today}`,
    found: to,
    follows: [{ file, path: ['window'] }],
  };
}

function* walk(tree: Tree): Generator<JsonObject> {
  for (const block of tree) {
    yield block;
    yield* walk(getChildren(block));
  }
}

/** Blocks that are closed whenever their parent is open, and adjacent blocks that should replace each other over time. */
function* checkTogether(id: string, blocks: Tree, around: readonly WindowUse[]): Generator<FindingDraft> {
  for (const row of groupWindowUses(id, blocks))
    for (const found of findScheduleGaps(row)) yield* found.kind === 'overlap' ? overlap(found) : gap(found);
  for (const block of blocks) {
    const own = readWindowUse(id, block);
    const outer = own && around.find((slot) => slot.to <= own.from || own.to <= slot.from);
    if (own && outer) yield neverOpen(own, outer);
    else yield* checkTogether(id, getChildren(block), own === null ? around : [...around, own]);
  }
}

function* gap({ before, next }: ScheduleGap): Generator<FindingDraft> {
  if (next.from - before.to > MAX_GAP_MS) return;
  yield {
    location: next.location,
    severity: 'warning',
    message: `This window opens after that of its neighbour ${before.who} closes, so that neither is shown in between. Let one begin when the other ends.`,
    expected: `"from" at ${before.window.to} (${before.window.zone})`,
    mark: 'gap',
    // A gap without a title has a more severe finding.
    follows: [{ file: next.location.file, path: next.location.path.slice(0, 1) }],
  };
}

/** Countdown targets of a block, such as `{ "until": { "at": …, "zone": … } }`. */
function* countdownsIn(
  block: JsonObject,
): Generator<{ readonly key: string; readonly at: string; readonly zone: string }> {
  for (const [key, value] of Object.entries(block))
    if (isObject(value) && typeof value['at'] === 'string' && typeof value['zone'] === 'string')
      yield { key, at: value['at'], zone: value['zone'] };
}

/** @param around windows of the parents, outermost first */
function* checkCountdowns(id: string, blocks: Tree, around: readonly WindowUse[]): Generator<FindingDraft> {
  for (const block of blocks) {
    const own = readWindowUse(id, block);
    const slots = own === null ? around : [...around, own];
    for (const { key, at, zone } of countdownsIn(block)) yield* checkCountdown(block, key, at, zone, slots);
    yield* checkCountdowns(id, getChildren(block), slots);
  }
}

function* checkCountdown(
  block: JsonObject,
  key: string,
  at: string,
  zone: string,
  slots: readonly WindowUse[],
): Generator<FindingDraft> {
  const instant = toInstant(at, zone, Number.NaN);
  if (instant === null || Number.isNaN(instant)) return;
  const location = locateInside(getOrigin(block), [key, 'at']);
  const ended = slots.find((slot) => instant > slot.to);
  const begun = slots.find((slot) => instant <= slot.from);
  if (ended !== undefined)
    yield {
      location,
      message: `The countdown aims at ${at} (${zone}), after ${ended.who} is closed at ${ended.window.to}, so its end is never seen. Set an earlier end.`,
      expected: `a time up to ${ended.window.to} (${ended.window.zone})`,
      found: at,
      mark: 'countdown',
    };
  else if (begun !== undefined)
    yield {
      location,
      message: `The countdown aims at ${at} (${zone}), before ${begun.who} opens at ${begun.window.from}, so it is over whenever it is shown. Let it end later.`,
      expected: `a time after ${begun.window.from} (${begun.window.zone})`,
      found: at,
      mark: 'countdown',
    };
}

function* checkPastCountdowns(blocks: Tree, today: string): Generator<FindingDraft> {
  for (const block of walk(blocks))
    for (const { key, at } of countdownsIn(block)) {
      if (!WALL_TIME.test(at) || at.slice(0, 10) >= today || isOver(block, today)) continue;
      yield {
        location: locateInside(getOrigin(block), [key, 'at']),
        severity: 'warning',
        message: `The countdown aims at ${at.slice(0, 10)}, which is over, so it shows nothing any more. Remove it, or write the next day.`,
        expected: `a day from ${today} on`,
        found: at,
        mark: 'countdown past',
      };
    }
}

/** Its closed window is reported instead. */
function isOver({ window: times }: JsonObject, today: string): boolean {
  return isObject(times) && typeof times['to'] === 'string' && times['to'].slice(0, 10) < today;
}

function* overlap({ before, next }: ScheduleGap): Generator<FindingDraft> {
  yield {
    location: next.location,
    severity: 'warning',
    message: `This window opens before that of its neighbour ${before.who} closes, so both are shown at once. Let one begin when the other ends.`,
    expected: before.window.to === undefined ? undefined : `"from" at ${before.window.to} (${before.window.zone})`,
    mark: 'overlap',
    // The time may be under a misspelt name.
    follows: [next.location, before.location],
  };
}

const neverOpen = ({ location }: WindowUse, outer: WindowUse): FindingDraft => ({
  location,
  severity: 'warning',
  message: `This window is closed whenever that of ${outer.who}, which it is in, is open, so what it holds is never shown. Let the two have a time in common.`,
  expected: `a time between ${outer.window.from ?? 'any day'} and ${outer.window.to ?? 'any day'} (${outer.window.zone})`,
  mark: 'never',
});

/** A block whose window has closed is never shown again; the date is compared as written, in the window's own time zone. */
function* checkPast(block: JsonObject, today: string): Generator<FindingDraft> {
  const { window: times } = block;
  if (!isObject(times)) return;
  const { to } = times;
  if (typeof to !== 'string' || !WALL_TIME.test(to) || to.slice(0, 10) >= today) return;
  yield {
    location: locateInside(getOrigin(block), ['window', 'to']),
    severity: 'warning',
    message: `The window closed on ${to.slice(0, 10)} and does not open again, so what it holds is never shown. Remove it, or write the next window.`,
    expected: `a day from ${today} on`,
    found: to,
    mark: 'past',
  };
}

/** A time such as the end of a countdown: `{ "at": …, "zone": … }`. */
function* checkMoment(value: unknown, locate: (path: Path) => SourceLocation): Generator<FindingDraft> {
  if (!isObject(value) || typeof value['at'] !== 'string' || typeof value['zone'] !== 'string') return;
  const finding = checkZone(value['zone'], locate(['zone']));
  if (finding === undefined) yield* checkTime(value['at'], value['zone'], locate(['at']));
  else yield finding;
}

function* checkWindow(value: unknown, locate: (path: Path) => SourceLocation): Generator<FindingDraft> {
  if (!isObject(value) || typeof value['zone'] !== 'string') return;
  const { zone, from, to } = value;
  const finding = checkZone(zone, locate(['zone']));
  if (finding !== undefined) {
    yield finding;
    return;
  }
  const opens = yield* checkTime(from, zone, locate(['from']));
  const closes = yield* checkTime(to, zone, locate(['to']));
  if (opens === undefined || closes === undefined || opens < closes) return;
  yield {
    location: locate(['to']),
    message: `The window closes at "${String(to)}", which is not after it opens at "${String(from)}".`,
    expected: `a time after ${String(from)}`,
    found: to,
  };
}

function* checkTime(
  wall: unknown,
  zone: string,
  location: SourceLocation,
): Generator<FindingDraft, number | undefined> {
  if (typeof wall !== 'string' || !WALL_TIME.test(wall)) return undefined;
  let epoch: number;
  try {
    epoch = toEpoch(wall, zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    yield {
      location,
      message: `The day or time "${wall}" does not exist.`,
      expected: 'an existing date and time such as 2026-11-27T00:00',
      found: wall,
    };
    return undefined;
  }
  const shown = wallTimeAt(epoch, zone);
  if (shown !== wall) {
    yield {
      location,
      message: `The local time "${wall}" does not exist in ${zone}: clocks go forward over it. Write the time after the change.`,
      expected: shown,
      found: wall,
    };
  } else if ([-HOUR, HOUR].some((shift) => wallTimeAt(epoch + shift, zone) === wall)) {
    yield {
      location,
      message: `The local time "${wall}" comes twice in ${zone}: clocks go back over it. Write a time before or after that hour.`,
      expected: 'a time that comes once',
      found: wall,
    };
  }
  return epoch;
}

function checkZone(zone: string, location: SourceLocation): FindingDraft | undefined {
  try {
    toEpoch('2000-01-01T00:00', zone);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      location,
      message: `There is no time zone "${zone}".`,
      expected: 'an IANA time zone such as "Europe/Berlin"',
      found: zone,
    };
  }
}

function wallTimeAt(epoch: number, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(zone, format);
  }
  return format.format(epoch).replace(' ', 'T');
}

/** Cached by time zone: creating one takes a thousand times as long as formatting. */
const formats = new Map<string, Intl.DateTimeFormat>();
