import type { FormView, TimelineView } from '#engine/shared/data-view.ts';
import type { ScheduledSpan } from '#engine/documents/read-schedule.ts';
import { MAX_GAP_MS } from '#engine/documents/window-uses.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/calendar.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '#server/admin/admin-page.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { CALENDAR_PAGE, CONTENT_PAGE, type ContentTools, HISTORY_PAGE } from '../tools.ts';
import { buildSubscriptionSections } from './actions/subscribe-calendar/subscribe-calendar.ts';
import {
  calendarKinds,
  type CalendarPlan,
  describeFilter,
  filterNames,
  MAX_PUBLICATIONS,
  readPlan,
  sortBy,
} from './calendar-plan.ts';
import { describeExperiment, describeSpan, listRamp, nameSpan } from './describe-span.ts';

type Row = TimelineView['groups'][number]['rows'][number];

/** Lengths of the calendar in weeks. */
const RANGES = [4, 6, 13] as const;
const USUAL_RANGE = 6;
/** The calendar of content: windows, experiments, publications and claims on one time scale (N11, P13). */
export function createCalendarPage(tools: ContentTools): AdminPage {
  const { clock } = tools;
  const { actions } = createActions(adminActions, tools);
  return {
    queries: {
      calendar: buildViewQuery(
        'author',
        async (request) => {
          const { t } = request;
          const scale = readScale(request, clock.now());
          const plan = await readPlan(tools, request, scale);
          const count = t.number(MAX_PUBLICATIONS);
          const { actions: subscribe, address } = await buildSubscriptionSections(request, tools, plan.filter);
          return {
            lede: t('calendar.lede'),
            sections: [...subscribe, { kind: 'timeline', timeline: buildTimeline(request, scale, plan) }, ...address],
            ...(plan.isCut && { foot: t('calendar.newest', { count }) }),
          };
        },
        topics.publications,
      ),
    },
    actions,
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

/** Period from the address; missing or invalid values select this week and the default length. */
function readScale({ query }: AdminRequest, now: number): Scale {
  const weeks = RANGES.find((each) => String(each) === query.get('weeks')) ?? USUAL_RANGE;
  const first = parseDay(query.get('from')) ?? findMonday(now);
  return { weeks, first, from: toMidnight(first), to: toMidnight(addWeeks(first, weeks)), now };
}

/** Limited to this century: time zone rules are unknown far from it. */
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

const toMidnight = (day: string): number => toEpoch(`${day}T00:00`, SHOP_ZONE);

function buildTimeline(request: AdminRequest, scale: Scale, plan: CalendarPlan): TimelineView {
  const { t, href } = request;
  const { weeks, first, now } = scale;
  const describePeriod = (from: string, length: number) => ({
    ...(from !== findMonday(now) && { from }),
    ...(length !== USUAL_RANGE && { weeks: String(length) }),
  });
  const filter = describeFilter(plan.filter);
  const buildAddress = (from: string, length: number) =>
    href(CALENDAR_PAGE, { ...describePeriod(from, length), ...filter });
  const isFiltered = Object.keys(filter).length > 0;
  const isPresent = now >= scale.from && now < scale.to;
  const moves = [
    ['calendar.earlier', addWeeks(first, -weeks)],
    ['calendar.today', findMonday(now)],
    ['calendar.later', addWeeks(first, weeks)],
  ] as const;
  const groups = [
    { title: t('calendar.windows'), rows: listWindows(request, scale, plan) },
    { title: t('menu.experiments'), rows: listExperiments(request, scale, plan) },
    { title: t('history.caption'), rows: listPublications(request, scale, plan) },
    { title: t('calendar.claims'), rows: listClaims(request, scale, plan) },
  ];
  return {
    filter: filterForm(request, plan, describePeriod(first, weeks)),
    what: t('calendar.what'),
    ticks: Array.from({ length: weeks }, (_, week) => {
      const time = toMidnight(addWeeks(first, week));
      return { at: position(scale, time), label: t.dayOfMonth(time) };
    }),
    now: isPresent ? position(scale, now) : null,
    rangesLabel: t('calendar.range'),
    ranges: RANGES.map((length) => ({
      label: t(`calendar.weeks.${length}`),
      href: buildAddress(first, length),
      current: length === weeks,
    })),
    movesLabel: t('calendar.moves'),
    moves: moves
      .filter(([, from]) => parseDay(from) !== null)
      .map(([key, from]) => ({ label: t(key), href: buildAddress(from, weeks) })),
    groups: groups.filter(({ rows }) => rows.length > 0),
    empty: isFiltered
      ? { title: t('list.notFound'), text: t('calendar.noMatch') }
      : { title: t('calendar.none'), text: t('calendar.noneText') },
    legend: {
      over: t('calendar.over'),
      live: t('calendar.live'),
      planned: t('calendar.planned'),
      moment: t('calendar.moment'),
      now: isPresent ? t('calendar.now', { time: t.longDay(now) }) : null,
    },
  };
}

function filterForm(
  { t, href }: AdminRequest,
  { filter, pages, names }: CalendarPlan,
  period: Readonly<Record<string, string>>,
): FormView {
  const titles = {
    windows: t('calendar.windows'),
    experiments: t('menu.experiments'),
    publications: t('history.caption'),
    claims: t('calendar.claims'),
  };
  const choices = {
    kind: calendarKinds.map((value) => ({ value, label: titles[value] })),
    language: locales.map((value) => ({ value, label: getNativeLanguageName(value) })),
    document: pages.map((value) => ({ value, label: names.document(value) })),
  };
  const labels = { kind: t('content.kind'), language: t('link.language'), document: t('content.kind.page') };
  return {
    id: 'search',
    method: 'get',
    action: href(CALENDAR_PAGE),
    hidden: period,
    fields: filterNames.map((name) => ({
      name,
      label: labels[name],
      type: 'select',
      value: filter[name] ?? '',
      options: [{ value: '', label: t('list.all') }, ...choices[name]],
    })),
    submit: t('list.search'),
  };
}

const isShown = ({ from, to }: Pick<ScheduledSpan, 'from' | 'to'>, scale: Scale): boolean =>
  from < scale.to && to > scale.from;

const isWithin = (time: number, { from, to }: Scale): boolean => time >= from && time < to;

/** Position on the scale in percent, clamped. */
const position = ({ from, to }: Scale, time: number): number =>
  Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100));

const drawSpan = (scale: Scale, { from, to }: ScheduledSpan) => ({
  from: position(scale, from),
  to: position(scale, to),
  state: to <= scale.now ? ('over' as const) : from <= scale.now ? ('live' as const) : ('planned' as const),
});

const buildSpanRow = (request: AdminRequest, scale: Scale, { names }: CalendarPlan, span: ScheduledSpan): Row => ({
  key: `${span.what} ${span.who}`,
  title: nameSpan(names, span),
  href: request.href(CONTENT_PAGE, { document: span.document }),
  text: describeSpan(request, span),
  span: drawSpan(scale, span),
  moments: [],
  findings: [],
});

/** By document: its window, those of its blocks, and countdowns. */
function listWindows(request: AdminRequest, scale: Scale, plan: CalendarPlan): readonly Row[] {
  const { t, href } = request;
  const { schedule, names } = plan;
  const gaps = listGaps(request, plan);
  const rows = new Map<string, Row>();
  for (const span of schedule.spans)
    if (span.what === 'window' && isShown(span, scale))
      rows.set(span.who, { ...buildSpanRow(request, scale, plan, span), findings: gaps.get(span.who) ?? [] });
  for (const { what, who, at, document, block } of schedule.changes) {
    if (what !== 'countdown' || !isWithin(at, scale)) continue;
    const row = rows.get(who) ?? {
      key: `countdown ${who}`,
      title: names.place({ document, block }),
      href: href(CONTENT_PAGE, { document }),
      text: '',
      moments: [],
      findings: [],
    };
    const countdown = `${t('state.countdown')}: ${t.moment(at)}`;
    rows.set(who, {
      ...row,
      text: row.text === '' ? countdown : `${row.text} · ${countdown}`,
      moments: [...row.moments, position(scale, at)],
    });
  }
  return sortBy([...rows.values()], t.locale, ({ title }) => title);
}

/** Gaps and overlaps of adjacent windows, by the document of the later one. */
function listGaps(
  { t }: AdminRequest,
  { schedule: { gaps }, names }: CalendarPlan,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const format = (time: number): string => (Number.isFinite(time) ? t.moment(time) : '…');
  for (const { kind, before, next } of gaps) {
    if (kind === 'gap' && next.from - before.to > MAX_GAP_MS) continue;
    const [from, to] = kind === 'gap' ? [before.to, next.from] : [next.from, Math.min(before.to, next.to)];
    const text = t(`calendar.${kind}`, { from: format(from), to: format(to), other: names.place(before) });
    found.set(next.who, [...(found.get(next.who) ?? []), text]);
  }
  return found;
}

function listExperiments(request: AdminRequest, scale: Scale, plan: CalendarPlan): readonly Row[] {
  const { schedule, stopped } = plan;
  return schedule.spans
    .filter((span) => span.what === 'experiment' && isShown(span, scale))
    .map((span) => ({
      ...buildSpanRow(request, scale, plan, span),
      text: describeExperiment(request, span, plan),
      moments: listRamp(schedule, span)
        .filter(({ at }) => isWithin(at, scale))
        .map(({ at }) => position(scale, at)),
      findings: stopped.has(span.who) ? [request.t('calendar.stopped')] : [],
    }));
}

function listPublications({ t, href }: AdminRequest, scale: Scale, { revisions }: CalendarPlan): readonly Row[] {
  return revisions
    .map(({ id, note, state, goesLiveAt }) => ({
      key: String(id),
      title: note,
      href: href(HISTORY_PAGE, { revision: String(id) }),
      text: `${t.moment(goesLiveAt)} · ${t(`history.${state}`)}`,
      moments: [position(scale, goesLiveAt)],
      findings: [],
    }))
    .toReversed();
}

/** Expired claims are listed in every period: nothing can be published until they are corrected. */
function listClaims(request: AdminRequest, scale: Scale, plan: CalendarPlan): readonly Row[] {
  const { t } = request;
  return plan.schedule.spans
    .filter((span) => span.what === 'claim' && (isShown(span, scale) || span.to <= scale.now))
    .map((span) => ({
      ...buildSpanRow(request, scale, plan, span),
      // The last valid day.
      text: t('calendar.until', { to: t.longDay(toMidnight(span.window.to ?? '')) }),
      findings: span.to <= scale.now ? [t('calendar.expired')] : [],
    }));
}
