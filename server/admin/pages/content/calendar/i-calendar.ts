/** An entry of a calendar (RFC 5545, 3.6.1). */
export interface CalendarEvent {
  /** Unique and the same in every response, so that a changed entry replaces the earlier one. */
  readonly uid: string;
  readonly title: string;
  readonly text: string;
  /** Milliseconds since the epoch, or a whole day such as `2026-12-24`. */
  readonly from: number | string;
  /** Milliseconds since the epoch; absent for a moment or a day. */
  readonly to?: number;
  readonly category: string;
  readonly url: string;
}

export interface ICalendarOptions {
  readonly name: string;
  readonly locale: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Writes a calendar for subscription, media type `text/calendar` (RFC 5545; name and refresh interval of RFC 7986). */
export function writeICalendar(events: readonly CalendarEvent[], { name, locale, now }: ICalendarOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vitrine//Calendar//EN',
    'METHOD:PUBLISH',
    `NAME;LANGUAGE=${locale}:${escapeText(name)}`,
    // Apple, Google and Microsoft read the name from here.
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(({ uid, title, text, from, to, category, url }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${formatTime(now)}`,
      typeof from === 'string' ? `DTSTART;VALUE=DATE:${from.replaceAll('-', '')}` : `DTSTART:${formatTime(from)}`,
      ...(to === undefined ? [] : [`DTEND:${formatTime(to)}`]),
      `SUMMARY:${escapeText(title)}`,
      ...(text === '' ? [] : [`DESCRIPTION:${escapeText(text)}`]),
      `CATEGORIES:${escapeText(category)}`,
      `URL:${url}`,
      // The time is not shown as busy.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** UTC, such as `20261127T080000Z` (3.3.5). */
const formatTime = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** RFC 5545, 3.3.11; other control characters are not allowed. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r?\n/g, String.raw`\n`)
    .replaceAll(/(?!\t)\p{Cc}/gu, ' ');

/** Maximum bytes of a line without its end (3.1). */
const MAX_BYTES = 75;

/** Continues long lines on the next one, after a space (3.1), without cutting a character. */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
