import { getExperimentKey, selectExperiments } from './build-experiments.ts';
import { getOrigin, locateInside } from './inheritance/origin.ts';
import { getChildren } from './inheritance/tree.ts';
import { isObject, type JsonObject } from './json.ts';
import { listFigures } from './list-figures.ts';
import type { Path, SourceLocation } from './source-location.ts';
import type { DocumentId } from './types.ts';
import type { Project } from './project.ts';
import type { WrittenDocument } from './written.ts';
import {
  readHeadWindow,
  toInstant,
  describeBlock,
  findScheduleGaps,
  groupWindowUses,
  type ScheduleGap,
  type WindowUse,
  readWindowUse,
  toWindowUse,
} from './window-uses.ts';

/** A scheduled change. */
export interface ScheduledChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Local date and time, or a day. */
  readonly wall: string;
  /** Empty for a date without a time zone. */
  readonly zone: string;
  readonly what: 'opens' | 'closes' | 'countdown' | 'ramp' | 'claim ends';
  /** Its label, such as `landings/black-friday hero "welcome"`. */
  readonly who: string;
  readonly document: DocumentId;
  /** Id of the block that changes; absent for the document itself. */
  readonly block?: string;
  /** Of a step of a ramp, the share of visitors that it includes. */
  readonly coverage?: unknown;
  /** Of a claim, its name in texts, such as `price.lowest30`. */
  readonly claim?: string;
  readonly location: SourceLocation;
}

/** What is active from one time to another; an experiment without a window runs while it is `live`. */
export interface ScheduledSpan extends WindowUse, Pick<ScheduledChange, 'claim'> {
  readonly what: 'window' | 'experiment' | 'claim';
}

export interface Schedule {
  readonly changes: readonly ScheduledChange[];
  /** Sorted by start. */
  readonly spans: readonly ScheduledSpan[];
  /** Between windows of adjacent blocks of one type, which replace each other over time. */
  readonly gaps: readonly ScheduleGap[];
}

/** Every scheduled change of documents, experiments and claims (N11), each once for all variants. */
export function readSchedule({ expanded, written }: Pick<Project, 'expanded' | 'written'>): Schedule {
  const changes = new Map<string, ScheduledChange>();
  const gaps = new Map<string, ScheduleGap>();
  const spans = new Map<string, ScheduledSpan>();
  const noteWindow = (slot: WindowUse | null): void => {
    note(listWindowChanges(slot));
    if (slot !== null) keepFirst(spans, toKey(slot), { ...slot, what: 'window' });
  };
  const note = (found: readonly ScheduledChange[]): void => {
    for (const one of found) keepFirst(changes, [one.location, one.what, one.at], one);
  };
  const visit = (id: string, blocks: readonly JsonObject[]): void => {
    for (const gap of groupWindowUses(id, blocks).flatMap(findScheduleGaps))
      keepFirst(gaps, [toKey(gap.before), toKey(gap.next)], gap);
    for (const block of blocks) {
      noteWindow(readWindowUse(id, block));
      note(countdowns(id, block));
      visit(id, getChildren(block));
    }
  };
  // Complete documents first: inherited findings are reported at the base.
  for (const document of [...expanded.values()].toSorted((a, b) => a.bases.length - b.bases.length)) {
    noteWindow(readHeadWindow(document));
    visit(document.id, document.shown);
  }
  const experiments = selectExperiments(written.values());
  for (const experiment of experiments) note(listExperimentChanges(experiment));
  note(claimEnds(written.get('site')));
  const all = [...spans.values(), ...experiments.flatMap(readExperimentSpan), ...readClaimSpans(written.get('site'))];
  return {
    changes: [...changes.values()].toSorted((a, b) => a.at - b.at),
    spans: all.toSorted((a, b) => (a.from === b.from ? 0 : a.from - b.from)),
    gaps: [...gaps.values()],
  };
}

/** Uses of one fragment have windows of their own. */
const toKey = ({ location, window }: WindowUse): unknown => [location, window];

function keepFirst<Value>(found: Map<string, Value>, name: unknown, value: Value): void {
  const key = JSON.stringify(name);
  if (!found.has(key)) found.set(key, value);
}

function listWindowChanges(slot: WindowUse | null): readonly ScheduledChange[] {
  if (slot === null) return [];
  const { who, document, block, location, window } = slot;
  const { zone } = window;
  const owner = { who, zone, document, ...(block !== undefined && { block }) };
  const inside = (key: 'from' | 'to'): SourceLocation => ({ ...location, path: [...location.path, key] });
  return [
    ...(window.from === undefined
      ? []
      : [{ ...owner, at: slot.from, wall: window.from, what: 'opens' as const, location: inside('from') }]),
    ...(window.to === undefined
      ? []
      : [{ ...owner, at: slot.to, wall: window.to, what: 'closes' as const, location: inside('to') }]),
  ];
}

/** Times in the props of a block, such as the end of a countdown: `{ "at": …, "zone": … }`. */
function countdowns(id: string, block: JsonObject): readonly ScheduledChange[] {
  return Object.entries(block).flatMap(([key, value]): ScheduledChange[] => {
    if (!isObject(value) || typeof value['at'] !== 'string' || typeof value['zone'] !== 'string') return [];
    const { at: wall, zone } = value;
    const at = toInstant(wall, zone, 0);
    const path: Path = [key, 'at'];
    const location = locateInside(getOrigin(block), path);
    const owner = { who: describeBlock(id, block), document: id, block: String(block['id']) };
    return at === null ? [] : [{ ...owner, at, wall, zone, what: 'countdown', location }];
  });
}

/** Window and ramp of an experiment. */
function listExperimentChanges({ id, file, value: { window, ramp } }: WrittenDocument): readonly ScheduledChange[] {
  const who = `the experiment "${getExperimentKey(id)}"`;
  const moment = (wall: unknown, zone: unknown, path: Path): readonly Omit<ScheduledChange, 'what' | 'who'>[] => {
    const at = typeof wall === 'string' && typeof zone === 'string' ? toInstant(wall, zone, 0) : null;
    return at === null ? [] : [{ at, wall: String(wall), zone: String(zone), document: id, location: { file, path } }];
  };
  const { from, to, zone } = isObject(window) ? window : {};
  const steps = (Array.isArray(ramp) ? ramp : []).filter((step: unknown) => isObject(step));
  return [
    ...moment(from, zone, ['window', 'from']).map((one) => ({ ...one, what: 'opens' as const, who })),
    ...moment(to, zone, ['window', 'to']).map((one) => ({ ...one, what: 'closes' as const, who })),
    ...steps.flatMap((step, index) =>
      moment(step['at'], step['zone'], ['ramp', index, 'at']).map((one) => ({
        ...one,
        what: 'ramp' as const,
        coverage: step['coverage'],
        who: `${who}: ${String(step['coverage'])} of its visitors`,
      })),
    ),
  ];
}

function readExperimentSpan({ id, file, value: { status, window } }: WrittenDocument): readonly ScheduledSpan[] {
  if (status !== 'live') return [];
  const who = getExperimentKey(id);
  const always = { window: { zone: '' }, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  if (window === undefined) return [{ what: 'experiment', who, document: id, location: { file, path: [] }, ...always }];
  const own = toWindowUse(id, who, window, () => ({ file, path: ['window'] }));
  return own === null ? [] : [{ ...own, what: 'experiment' }];
}

const DAY = 86_400_000;

function claimEnds(site: WrittenDocument | undefined): readonly ScheduledChange[] {
  const claims = site?.value['claims'];
  if (site === undefined || !isObject(claims)) return [];
  return Object.entries(claims).flatMap(([name, claim]): ScheduledChange[] => {
    if (!isObject(claim)) return [];
    const reductions = listFigures(claim).map(({ path, figure }) => ({
      claim: `${name}.lowest30`,
      day: isObject(figure['lowest30']) ? figure['lowest30']['validUntil'] : undefined,
      path: [...path, 'lowest30', 'validUntil'],
    }));
    const whole = { claim: name, day: claim['validUntil'], path: ['validUntil'] };
    return [whole, ...reductions].flatMap(({ claim: own, day, path }): ScheduledChange[] => {
      if (typeof day !== 'string' || Number.isNaN(Date.parse(day))) return [];
      const location = { file: site.file, path: ['claims', name, ...path] };
      // Valid on that day.
      const owner = { who: `{claims.${own}}`, document: site.id, claim: own };
      return [{ ...owner, at: Date.parse(day) + DAY, wall: day, zone: '', what: 'claim ends', location }];
    });
  });
}

/** From the day of its value to the end of its last valid day. */
function readClaimSpans(site: WrittenDocument | undefined): readonly ScheduledSpan[] {
  const claims = site?.value['claims'];
  if (site === undefined || !isObject(claims)) return [];
  return claimEnds(site).map(({ at, wall, who, claim: own = '', location }) => {
    const claim = claims[String(location.path[1])];
    const day = isObject(claim) && typeof claim['asOf'] === 'string' ? claim['asOf'] : '';
    const from = Date.parse(day);
    return {
      what: 'claim',
      who,
      claim: own,
      document: site.id,
      window: { ...(!Number.isNaN(from) && { from: day }), to: wall, zone: '' },
      from: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from,
      to: at,
      location,
    };
  });
}
