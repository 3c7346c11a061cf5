import { getEventRule, type EventValues } from '#engine/shared/check-event.ts';
import {
  ASSIGNMENTS_COOKIE,
  listExperimentEvents,
  MAX_COOKIE_SECONDS,
  markReported,
  VISITOR_COOKIE,
} from '#engine/shared/experiment-cookies.ts';
import type { PendingEvent } from '#engine/shared/pending-events.ts';
import type { EventName } from '#schemas/generated/events.ts';
import { isShownInApp } from '../core/is-shown-in-app.ts';
import { createConsentQueue } from '../consent/queue.ts';
import { consent, loadConsentService } from '../consent/service.ts';
import { readCookie, writeCookie } from '../dom/cookies.ts';
import { readPageData } from '../dom/page-data.ts';
import { push, pushEvent } from './data-layer.ts';
import { takeViews } from '../dom/views.ts';
import { eventContext, tag } from './page-shown.ts';
import { takePendingEvents } from './pending-events.ts';
import { loadTagManager, pushSignals } from './tag-manager.ts';

// Before the queue: anyone who reads the data layer learns first what was agreed to.
consent.onChange(onAnswer);
const queue = createConsentQueue<() => void>(consent, (send) => send());
consent.onChange(pushPending);

/**
 * Gives the data layer everything that it does not have yet and may have: the page, what happened on the way to it, and the variations of
 * experiments. To be called whenever a page is shown or something happens; nothing is reported twice.
 */
export function sync(): void {
  const page = readPageData(document);
  // A page that was loaded without the tag manager's host cannot have it; the next full load reports everything.
  if (page?.tagManager === true && tag === undefined) return;
  loadConsentService(page?.basePath ?? tag?.['base'] ?? '/');
  onAnswer();
  pushPages();
  queue.add('statistics', pushVariations);
  pushPending();
}

function onAnswer(): void {
  if (!consent.ready()) return;
  pushSignals(consent);
  pushRecord();
  loadTagManager(tag?.['gtm'] ?? '');
}

let isRecordPushed = false;

/** The record of consent, once a page load (T1). */
function pushRecord(): void {
  if (isRecordPushed || window.cmpRecord === undefined) return;
  isRecordPushed = true;
  const applicationLanguage = document.documentElement.lang.toUpperCase();
  push({ ...window.cmpRecord, applicationLanguage, cmpHideOnStartup: String(isShownInApp()) });
}

function pushPending(): void {
  if (consent.ready()) takePendingEvents((events) => events.filter(isNew).forEach(queueEvent));
}

/** Every page that was seen since, also before the question about consent was answered: each at its own moment. */
function pushPages(): void {
  for (const view of takeViews()) {
    const fields = { page_path: view.path, page_language: view.language };
    const context = { ...eventContext(view), ...formatTime(view.at) };
    queue.add('statistics', () => pushEvent('page_view', fields, context));
  }
}

/** The page was loaded with consent and says once more what it said before: that is nothing new. */
const isRepeated =
  tag !== undefined &&
  /reload|back/.test(
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ?? '',
  );

const isNew = ({ ofPage }: PendingEvent): boolean => !(ofPage && isRepeated);

/** Where it happened it was noted already; only what no page knew then, such as the app around, is said of this one. */
function queueEvent({ name, at, fields, context }: PendingEvent): void {
  const rule = getEventRule(name);
  if (rule === undefined) return;
  const allowed = Object.entries(fields).filter(([field]) => {
    const purpose = rule.fields[field]?.purpose;
    return purpose === undefined || consent.granted(purpose);
  });
  const where = { web_view: isShownInApp(), ...(context ?? eventContext()), ...formatTime(at) };
  // Names of pending events are those of schemas.
  queue.add(rule.purpose, () => pushEvent(name as EventName, Object.fromEntries(allowed), where));
}

/**
 * The variations that the data layer does not know (N7). What was reported is noted in the cookie of the assignments, so that each visitor is reported
 * with each variation once, and a withdrawal forgets that too.
 */
function pushVariations(): void {
  const assignments = readCookie(ASSIGNMENTS_COOKIE);
  if (assignments === undefined) return;
  // Nobody else's page says anything about a variation.
  void import('./paint.ts');
  const events = listExperimentEvents(readCookie(VISITOR_COOKIE), assignments);
  if (events.length === 0) return;
  for (const { event, timestamp, ...fields } of events) pushEvent(event, fields, { timestamp });
  writeCookie(ASSIGNMENTS_COOKIE, markReported(assignments), MAX_COOKIE_SECONDS);
}

/** @param at Milliseconds since the epoch. */
const formatTime = (at: number): EventValues => ({ timestamp: new Date(at).toISOString() });
