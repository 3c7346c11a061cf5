/* The list of events in the debug bar (`?debug`): queued for consent, pushed to the data layer, dropped, invalid. Loaded on such pages only. */
import { agreesTo, CONSENT_COOKIE } from '#engine/shared/consent.ts';
import { getEventRule } from '#engine/shared/check-event.ts';
import { EVENTS_COOKIE, type PendingEvent, readPendingEvents } from '#engine/shared/pending-events.ts';
import { readCookie } from './dom/cookies.ts';
import { PROBLEM_EVENT, type Problem } from './dom/problems.ts';

/** Milliseconds; not all browsers notify pages of cookie changes. */
const INTERVAL_MS = 500;

type State = 'waits' | 'reported' | 'refused' | 'against its schema';

const list = document.querySelector('vitrine-debug')?.shadowRoot?.querySelector('[data-events]');
if (list) watch(list);

function watch(target: Element): void {
  const rows = new Map<string, Element>();
  const show = (key: string, name: string, state: State, fields: object): void => {
    const row = rows.get(key) ?? target.appendChild(document.createElement('li'));
    rows.set(key, row);
    const purpose = getEventRule(name)?.purpose ?? 'no schema';
    const said = Object.entries(fields)
      .map(([field, value]) => `${field}: ${String(value)}`)
      .join(', ');
    row.replaceChildren(textIn(state), textIn(`${name} (${purpose})${said === '' ? '' : ` · ${said}`}`));
  };

  let waiting = new Map<string, PendingEvent>();
  let shown = 0;
  const look = (): void => {
    const now = new Map(readPendingEvents(readCookie(EVENTS_COOKIE)).map((event) => [toKey(event), event]));
    for (const [key, { name, fields }] of now) show(key, name, 'waits', fields);
    const layer = window.dataLayer ?? [];
    for (const entry of layer.slice(shown)) {
      const { event, timestamp, ...fields } = entry as { readonly event?: string; readonly timestamp?: string };
      shown += 1;
      if (event === undefined || getEventRule(event) === undefined) continue;
      const key = toKey({ name: event, at: Date.parse(timestamp ?? '') });
      waiting.delete(key);
      show(rows.has(key) ? key : `${key} ${shown}`, event, 'reported', fields);
    }
    const consent = readCookie(CONSENT_COOKIE);
    for (const [key, { name, fields }] of waiting) {
      const purpose = getEventRule(name)?.purpose;
      if (!now.has(key) && purpose !== undefined && consent !== undefined && !agreesTo(consent, purpose))
        show(key, name, 'refused', fields);
    }
    waiting = now;
  };
  look();
  setInterval(look, INTERVAL_MS);
  document.addEventListener('vitrine:refused', (event) => {
    const { name } = (event as CustomEvent<{ readonly name: string }>).detail;
    show(`refused ${rows.size}`, name, 'refused', {});
  });
  document.addEventListener(PROBLEM_EVENT, (event) => {
    const { where, error } = (event as CustomEvent<Problem>).detail;
    if (where === 'event') show(`problem ${rows.size}`, String(error), 'against its schema', {});
  });
}

function toKey({ name, at }: Pick<PendingEvent, 'name' | 'at'>): string {
  return `${name} ${at}`;
}

function textIn(text: string): Element {
  const span = document.createElement('span');
  span.textContent = text;
  return span;
}
