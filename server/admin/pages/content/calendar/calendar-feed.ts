import { DAY } from '#server/platform/database/timestamp.ts';
import type { CalendarFeed, CalendarFeedRequest } from '#server/admin/calendar-feed.ts';
import type { Staff } from '#server/staff/index.ts';
import { CONTENT_PAGE, type ContentTools, HISTORY_PAGE } from '../tools.ts';
import { type CalendarPlan, readPlan } from './calendar-plan.ts';
import { describeExperiment, describeSpan, nameSpan } from './describe-span.ts';
import { type CalendarEvent, writeICalendar } from './i-calendar.ts';

/** Days of past publications in a feed. */
const PAST_DAYS = 92;

/** The calendar for calendar applications, with the filter of the address. */
export function createCalendarFeed(
  tools: Pick<ContentTools, 'read' | 'publications' | 'stopped' | 'clock'> & {
    readonly staff: Pick<Staff, 'openCalendarFeed'>;
  },
): CalendarFeed {
  return {
    async read(token, request) {
      const permissions = await tools.staff.openCalendarFeed(token);
      if (permissions?.includes('author') !== true) return null;
      const now = tools.clock.now();
      const plan = await readPlan(tools, request, { from: now - PAST_DAYS * DAY, to: LAST });
      const { t, locale, site } = request;
      return writeICalendar(listEvents(request, plan), { name: `${site} · ${t('menu.calendar')}`, locale, now });
    },
  };
}

/** The end of the last year that timestamps of the database can hold. */
const LAST = Date.UTC(9999, 11, 31);

function listEvents(request: CalendarFeedRequest, plan: CalendarPlan): readonly CalendarEvent[] {
  const { t, href } = request;
  const { schedule, revisions, names } = plan;
  const categories = {
    window: t('calendar.windows'),
    experiment: t('menu.experiments'),
    claim: t('calendar.claims'),
  };
  const spans = schedule.spans.flatMap((span): readonly CalendarEvent[] => {
    const { what, who, document, from, to, window } = span;
    const title = nameSpan(names, span);
    const event = {
      uid: `${what} ${who}`,
      title,
      text: what === 'experiment' ? describeExperiment(request, span, plan) : describeSpan(request, span),
      category: categories[what],
      url: href(CONTENT_PAGE, { document }),
    };
    if (what === 'claim')
      return [{ ...event, title: `${title}: ${t('state.claimEnds')}`, text: '', from: window.to ?? '' }];
    if (Number.isFinite(from) && Number.isFinite(to)) return [{ ...event, from, to }];
    if (Number.isFinite(from)) return [{ ...event, title: `${title}: ${t('state.opens')}`, from }];
    return Number.isFinite(to) ? [{ ...event, title: `${title}: ${t('state.closes')}`, from: to }] : [];
  });
  const moments = schedule.changes.flatMap(({ what, who, at, document, block, location }): readonly CalendarEvent[] => {
    const experiment = schedule.spans.find(
      (span) => span.what === 'experiment' && span.location.file === location.file,
    );
    const base = { uid: `${what} ${at} ${who}`, text: '', from: at };
    switch (what) {
      case 'countdown': {
        const title = `${names.place({ document, block })}: ${t('state.countdown')}`;
        return [{ ...base, title, category: categories.window, url: href(CONTENT_PAGE, { document }) }];
      }
      case 'ramp': {
        if (experiment === undefined) return [];
        const title = `${experiment.who}: ${t('state.ramp')}`;
        const url = href(CONTENT_PAGE, { document: experiment.document });
        return [{ ...base, title, category: categories.experiment, url }];
      }
      default:
        // Beginnings and ends are those of the spans.
        return [];
    }
  });
  const published = revisions.map(({ id, note, state, goesLiveAt }): CalendarEvent => ({
    uid: `publication ${id}`,
    title: note,
    text: t(`history.${state}`),
    from: goesLiveAt,
    category: t('history.caption'),
    url: href(HISTORY_PAGE, { revision: String(id) }),
  }));
  return [...spans, ...moments, ...published];
}
