import type { TimelineView } from '#engine/shared/data-view.ts';
import { type ScheduledSpan, readSchedule, type Schedule } from '#engine/documents/read-schedule.ts';
import { findScheduleGaps, MAX_GAP_MS } from '#engine/documents/window-uses.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { wallTimeToEpoch } from '#engine/shared/wall-time.ts';
import { type AdminPage, type AdminRequest, viewQuery } from '#server/admin/admin-page.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { RevisionSummary } from '#server/site/publications/publications.ts';
import { CALENDAR_PAGE, CONTENT_PAGE, type ContentTools, HISTORY_PAGE } from '../tools.ts';

type Row = TimelineView['groups'][number]['rows'][number];

/** How many weeks are shown. */
const RANGES = [4, 6, 13] as const;
const USUAL_RANGE = 6;
/** Publications that are read; of more than these the oldest are not shown. */
const MAX_PUBLICATIONS = 500;

/** Windows, experiments, publications and claims on one scale of time (N11, P13). */
export function calendarPage({ read, publications, clock }: ContentTools): AdminPage {
  return {
    queries: {
      calendar: viewQuery(
        'author',
        async (request) => {
          const { words } = request;
          const now = clock.now();
          const [content, { revisions, total }] = await Promise.all([
            read(),
            publications.listRevisions({ limit: MAX_PUBLICATIONS, offset: 0 }),
          ]);
          const schedule = readSchedule({ expanded: content.expanded, written: content.documents });
          const scale = readScale(request, now);
          const number = words.number(MAX_PUBLICATIONS);
          return {
            lede: words('calendar.lede'),
            sections: [{ kind: 'timeline', timeline: buildTimeline(request, scale, schedule, revisions) }],
            ...(total > MAX_PUBLICATIONS && { foot: words('calendar.newest', { count: number }) }),
          };
        },
        topics.publications,
      ),
    },
  };
}

interface Scale {
  readonly weeks: number;
  /** Monday, such as `2026-11-23`. */
  readonly first: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** What the address asks for; without it, or where it makes no sense, this week and the usual length. */
function readScale({ query }: AdminRequest, now: number): Scale {
  const weeks = RANGES.find((each) => String(each) === query.get('weeks')) ?? USUAL_RANGE;
  const first = parseDay(query.get('from')) ?? findMonday(now);
  return { weeks, first, from: toMidnight(first), to: toMidnight(addWeeks(first, weeks)), now };
}

/** Days of the years that a calendar is asked for: no time zone is known far from them. */
const DAY_PATTERN = /^20\d\d-\d\d-\d\d$/;

function parseDay(text: string | null): string | null {
  if (text === null || !DAY_PATTERN.test(text)) return null;
  const time = Date.parse(`${text}T00:00Z`);
  return Number.isNaN(time) ? null : mondayBefore(time);
}

/** The Monday of a day at midnight in UTC. */
function mondayBefore(time: number): string {
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - weekday * DAY).toISOString().slice(0, 10);
}

const findMonday = (now: number): string =>
  mondayBefore(Date.parse(`${new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE }).format(now)}T00:00Z`));

const addWeeks = (day: string, weeks: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + weeks * 7 * DAY).toISOString().slice(0, 10);

const toMidnight = (day: string): number => wallTimeToEpoch(`${day}T00:00`, SHOP_ZONE);

function buildTimeline(
  request: AdminRequest,
  scale: Scale,
  schedule: Schedule,
  revisions: readonly RevisionSummary[],
): TimelineView {
  const { words, href } = request;
  const { weeks, first, now } = scale;
  const at = (from: string, length: number) =>
    href(CALENDAR_PAGE, {
      ...(from !== findMonday(now) && { from }),
      ...(length !== USUAL_RANGE && { weeks: String(length) }),
    });
  const of = (what: ScheduledSpan['what']) =>
    schedule.spans.filter((span) => span.what === what && isShown(span, scale));
  const groups = [
    { title: words('calendar.windows'), rows: windowRows(request, scale, schedule) },
    {
      title: words('menu.experiments'),
      rows: of('experiment').map((span) => experimentRow(request, scale, span, schedule)),
    },
    { title: words('history.caption'), rows: publicationRows(request, scale, revisions) },
    { title: words('calendar.claims'), rows: of('claim').map((span) => claimRow(request, scale, span)) },
  ];
  return {
    what: words('calendar.what'),
    ticks: Array.from({ length: weeks }, (_, week) => {
      const time = toMidnight(addWeeks(first, week));
      return { at: position(scale, time), label: words.dayOfMonth(time) };
    }),
    now: now >= scale.from && now < scale.to ? position(scale, now) : null,
    rangesLabel: words('calendar.range'),
    ranges: RANGES.map((length) => ({
      label: words(`calendar.weeks.${length}`),
      href: at(first, length),
      current: length === weeks,
    })),
    movesLabel: words('calendar.moves'),
    moves: [
      { label: words('calendar.earlier'), href: at(addWeeks(first, -weeks), weeks) },
      { label: words('calendar.today'), href: at(findMonday(now), weeks) },
      { label: words('calendar.later'), href: at(addWeeks(first, weeks), weeks) },
    ],
    groups: groups.filter(({ rows }) => rows.length > 0),
    empty: { title: words('calendar.none'), text: words('calendar.noneText') },
    legend: {
      live: words('calendar.live'),
      planned: words('calendar.planned'),
      moment: words('calendar.moment'),
      now: words('calendar.now', { time: words.longDay(now) }),
    },
  };
}

const isShown = ({ from, to }: Pick<ScheduledSpan, 'from' | 'to'>, scale: Scale): boolean =>
  from < scale.to && to > scale.from;

const isWithin = (time: number, { from, to }: Scale): boolean => time >= from && time < to;

/** Percent of the scale, within it. */
const position = ({ from, to }: Scale, time: number): number =>
  Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100));

const drawSpan = (scale: Scale, { from, to }: ScheduledSpan) => ({
  from: position(scale, from),
  to: position(scale, to),
  isLive: from <= scale.now,
});

const buildKey = ({ location: { file, path } }: Pick<ScheduledSpan, 'location'>): string => `${file} ${path.join('.')}`;

/** From when to when on the shop's clock, and on its own, where it has another one. */
function describeSpan({ words }: AdminRequest, { from, to, window }: ScheduledSpan): string {
  const [begins, ends] = [Number.isFinite(from), Number.isFinite(to)];
  const times = { from: begins ? words.moment(from) : '', to: ends ? words.moment(to) : '' };
  const key = begins ? (ends ? 'calendar.span' : 'calendar.since') : ends ? 'calendar.until' : 'calendar.always';
  if (window.zone === '' || window.zone === SHOP_ZONE) return words(key, times);
  const wall = [window.from, window.to].map((time) => time?.replace('T', ' ') ?? '…').join(' – ');
  return `${words(key, times)} · ${wall} ${window.zone}`;
}

/** A way to the document that it is written in; what a fragment or site says has one, too. */
function documentLink(
  { href }: AdminRequest,
  { location }: Pick<ScheduledSpan, 'location'>,
): { readonly href?: string } {
  const document = /^pages-config\/(.+)\.json$/.exec(location.file)?.[1];
  return document === undefined ? {} : { href: href(CONTENT_PAGE, { document }) };
}

/** By document: its window, those of its blocks, and their countdowns. */
function windowRows(request: AdminRequest, scale: Scale, schedule: Schedule): readonly Row[] {
  const { words } = request;
  const gaps = findGaps(request, schedule);
  const rows = new Map<string, Row>();
  for (const span of schedule.spans) {
    if (span.what !== 'window' || !isShown(span, scale)) continue;
    rows.set(span.who, {
      key: buildKey(span),
      title: span.who,
      ...documentLink(request, span),
      text: describeSpan(request, span),
      span: drawSpan(scale, span),
      moments: [],
      findings: gaps.get(buildKey(span)) ?? [],
    });
  }
  for (const change of schedule.changes) {
    if (change.what !== 'countdown' || !isWithin(change.at, scale)) continue;
    const row = rows.get(change.who) ?? {
      key: buildKey(change),
      title: change.who,
      ...documentLink(request, change),
      text: '',
      moments: [],
      findings: [],
    };
    const countdown = `${words('state.countdown')}: ${words.moment(change.at)}`;
    rows.set(change.who, {
      ...row,
      text: row.text === '' ? countdown : `${row.text} · ${countdown}`,
      moments: [...row.moments, position(scale, change.at)],
    });
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Gaps and overlaps of adjacent windows, at the later one. */
function findGaps({ words }: AdminRequest, { rows }: Schedule): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { kind, before, next } of rows.flatMap(findScheduleGaps)) {
    if (kind === 'gap' && next.from - before.to > MAX_GAP_MS) continue;
    const [from, to] = kind === 'gap' ? [before.to, next.from] : [next.from, Math.min(before.to, next.to)];
    const until = Number.isFinite(to) ? words.moment(to) : '…';
    const text = words(`calendar.${kind}`, { from: words.moment(from), to: until, other: before.who });
    found.set(buildKey(next), [...(found.get(buildKey(next)) ?? []), text]);
  }
  return found;
}

function experimentRow(request: AdminRequest, scale: Scale, span: ScheduledSpan, { changes }: Schedule): Row {
  const { words } = request;
  const ramp = changes.filter(({ what, location }) => what === 'ramp' && location.file === span.location.file);
  const steps = ramp.map(({ at }) => words.moment(at)).join(', ');
  return {
    key: buildKey(span),
    title: span.who,
    ...documentLink(request, span),
    text: [describeSpan(request, span), ...(steps === '' ? [] : [`${words('state.ramp')}: ${steps}`])].join(' · '),
    span: drawSpan(scale, span),
    moments: ramp.filter(({ at }) => isWithin(at, scale)).map(({ at }) => position(scale, at)),
    findings: [],
  };
}

function publicationRows(
  { words, href }: AdminRequest,
  scale: Scale,
  revisions: readonly RevisionSummary[],
): readonly Row[] {
  return revisions
    .filter(({ state, goesLiveAt }) => state !== 'withdrawn' && isWithin(goesLiveAt, scale))
    .map(({ id, note, state, goesLiveAt }) => ({
      key: String(id),
      title: note,
      href: href(HISTORY_PAGE, { revision: String(id) }),
      text: `${words.moment(goesLiveAt)} · ${words(`history.${state}`)}`,
      moments: [position(scale, goesLiveAt)],
      findings: [],
    }))
    .toReversed();
}

function claimRow(request: AdminRequest, scale: Scale, span: ScheduledSpan): Row {
  const { words } = request;
  return {
    key: buildKey(span),
    title: span.who,
    ...documentLink(request, span),
    text: describeSpan(request, { ...span, from: Number.NEGATIVE_INFINITY }),
    span: drawSpan(scale, span),
    moments: [],
    findings: span.to <= scale.now ? [words('calendar.expired')] : [],
  };
}
