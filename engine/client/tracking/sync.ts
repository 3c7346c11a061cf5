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
import { readEventContext, tag } from './page-shown.ts';
import { takePendingEvents } from './pending-events.ts';
import { loadTagManager, pushSignals } from './tag-manager.ts';

// Before the queue, so that readers of the data layer get consent first.
consent.onChange(onAnswer);
const queue = createConsentQueue<() => void>(consent, (send) => send());
consent.onChange(pushPending);

/**
 * Pushes everything new to the data layer, within consent: page views, events, variations. Call it whenever a page is shown or something
 * happened; nothing is reported twice.
 */
export function sync(): void {
  const page = readPageData(document);
  // The policy of a page loaded without the tag manager forbids it; the next full load reports everything.
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

/** Pushes the consent record once per page load (T1). */
function pushRecord(): void {
  if (isRecordPushed || window.cmpRecord === undefined) return;
  isRecordPushed = true;
  const applicationLanguage = document.documentElement.lang.toUpperCase();
  push({ ...window.cmpRecord, applicationLanguage, cmpHideOnStartup: String(isShownInApp()) });
}

function pushPending(): void {
  if (consent.ready()) takePendingEvents((events) => events.filter(isNew).forEach(queueEvent));
}

/** Pushes page views, including those before consent, with their times. */
function pushPages(): void {
  for (const view of takeViews()) {
    const fields = { page_path: view.path, page_language: view.language };
    const context = { ...readEventContext(view), ...formatTime(view.at) };
    queue.add('statistics', () => pushEvent('page_view', fields, context));
  }
}

/** A page loaded with consent repeats the earlier signals. */
const isRepeated =
  tag !== undefined &&
  /reload|back/.test(
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ?? '',
  );

const isNew = ({ ofPage }: PendingEvent): boolean => !(ofPage && isRepeated);

/** Events have the context of their page; values unknown then, such as the app, are added. */
function queueEvent({ name, at, fields, context }: PendingEvent): void {
  const rule = getEventRule(name);
  if (rule === undefined) return;
  const allowed = Object.entries(fields).filter(([field]) => {
    const purpose = rule.fields[field]?.purpose;
    return purpose === undefined || consent.granted(purpose);
  });
  const where = { web_view: isShownInApp(), ...(context ?? readEventContext()), ...formatTime(at) };
  // Names of pending events are validated by their schemas.
  queue.add(rule.purpose, () => pushEvent(name as EventName, Object.fromEntries(allowed), where));
}

/**
 * Pushes variations that were not reported (N7). Reported ones are marked in the assignments cookie, so that each is reported once per
 * visitor, and a withdrawal deletes the marks.
 */
function pushVariations(): void {
  const assignments = readCookie(ASSIGNMENTS_COOKIE);
  if (assignments === undefined) return;
  // Only pages with variations are measured.
  void import('./paint.ts');
  const events = listExperimentEvents(readCookie(VISITOR_COOKIE), assignments);
  if (events.length === 0) return;
  for (const { event, timestamp, ...fields } of events) pushEvent(event, fields, { timestamp });
  writeCookie(ASSIGNMENTS_COOKIE, markReported(assignments), MAX_COOKIE_SECONDS);
}

/** @param at milliseconds since the epoch */
const formatTime = (at: number): EventValues => ({ timestamp: new Date(at).toISOString() });
