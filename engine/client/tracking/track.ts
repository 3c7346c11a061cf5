import { agreesTo, CONSENT_COOKIE } from '#engine/shared/consent.ts';
import { findEventMistake, getEventRule } from '#engine/shared/check-event.ts';
import { InternalError } from '#engine/shared/errors.ts';
import type { BrowserEvent, EventFields } from '#schemas/generated/events.ts';
import { readCookie } from '../dom/cookies.ts';
import { reportProblem } from '../dom/problems.ts';
import { readEventContext } from './page-shown.ts';
import { addPendingEvent } from './pending-events.ts';

/** Reports an event of the browser. It is queued until the visitor has chosen, also across pages, and dropped after a refusal. */
export function track<Name extends BrowserEvent>(name: Name, fields: EventFields[Name]): void {
  const consent = readCookie(CONSENT_COOKIE);
  const purpose = getEventRule(name)?.purpose;
  if (purpose !== undefined && consent !== undefined && !agreesTo(consent, purpose)) {
    // For the debug bar.
    document.dispatchEvent(new CustomEvent('vitrine:refused', { detail: { name } }));
    return;
  }
  const mistake = findEventMistake(name, fields);
  if (mistake !== null) {
    if (import.meta.env.DEV) throw new InternalError(mistake);
    return reportProblem('event', new InternalError(mistake));
  }
  addPendingEvent({ name, at: Date.now(), fields: { ...fields }, context: readEventContext() });
  window.vitrine?.sync?.();
}
