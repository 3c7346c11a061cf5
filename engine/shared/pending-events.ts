import { type EventValues, findEventMistake, selectFittingContext } from './check-event.ts';
import { escapePart, unescapePart } from './cookie-parts.ts';

/**
 * Cookie of events that were not reported yet: until the next page, and until the consent
 * answer. Reporting removes them, so that neither Back nor a reload reports them again.
 */
export const EVENTS_COOKIE = 'vitrine_events';

export interface PendingEvent {
  readonly name: string;
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
  readonly fields: EventValues;
  /** Context of the page, see `EventContext`. */
  readonly context?: EventValues;
  /** The page itself causes the event; a reload does not repeat it. */
  readonly ofPage?: true | undefined;
}

/** Browsers store cookies up to 4 KB. */
const MAX_CHARACTERS = 3000;

const OF_PAGE = '.p';
const CONTEXT = '@';

/**
 * `<event>~<seconds in base 36>~<field>*<value>…`, joined by `!`; the newest that fit. `.p` after the seconds stands for `ofPage`, and a field
 * behind `@` belongs to the context.
 */
export function writePendingEvents(events: readonly PendingEvent[]): string {
  const written = events.map(({ name, at, fields, context = {}, ofPage }) =>
    [
      name,
      Math.floor(at / 1000).toString(36) + (ofPage === true ? OF_PAGE : ''),
      ...Object.entries(fields).map(([field, value]) => writeField(field, value)),
      ...Object.entries(context).map(([field, value]) => CONTEXT + writeField(field, value)),
    ].join('~'),
  );
  while (written.join('!').length > MAX_CHARACTERS) written.shift();
  return written.join('!');
}

/** Reads the cookie; invalid events are omitted, because clients can forge it. */
export function readPendingEvents(value: string | undefined): readonly PendingEvent[] {
  if (value === undefined || value === '') return [];
  return value.split('!').flatMap((entry) => {
    const [name = '', time = '', ...rest] = entry.split('~');
    const at = Number.parseInt(time, 36) * 1000;
    const isContext = (part: string): boolean => part.startsWith(CONTEXT);
    const fields = Object.fromEntries(rest.filter((part) => !isContext(part)).map(readField));
    const context = selectFittingContext(
      Object.fromEntries(rest.filter(isContext).map((part) => readField(part.slice(1)))),
    );
    if (!(at >= 0 && at < END_OF_TIME) || findEventMistake(name, fields) !== null) return [];
    const isKnown = Object.keys(context).length > 0;
    return [{ name, at, fields, ...(isKnown && { context }), ...(time.endsWith(OF_PAGE) && { ofPage: true }) }];
  });
}

/** Milliseconds since the epoch until the year 10000. */
const END_OF_TIME = 253_402_300_800_000;

const writeField = (field: string, value: string | boolean): string =>
  `${escapePart(field)}*${escapePart(String(value))}`;

function readField(text: string): [string, string | boolean] {
  const [field = '', value = ''] = text.split('*').map(unescapePart);
  return [field, value === 'true' || value === 'false' ? value === 'true' : value];
}
