import { randomUUID } from 'node:crypto';
import { reportLimits } from '#engine/shared/error-reports.ts';
import type { Dsn } from '#server/platform/settings/dsn.ts';

/** Fields of a report; all others are dropped. */
const FIELDS = ['event_id', 'timestamp', 'level', 'message', 'exception', 'breadcrumbs', 'tags', 'contexts'] as const;

export interface ReportOrigin {
  readonly platform: 'javascript' | 'node';
  readonly environment: string;
  readonly release: string;
}

/** Maximum lines of an envelope: pages send three, and each invalid line costs as much as an error. */
const MAX_ENVELOPE_LINES = 21;

type Event = Readonly<Record<string, unknown>>;

/** An event as an envelope of Sentry's protocol: three lines of JSON. */
export function buildEnvelope(event: Event, dsn: Dsn, origin: ReportOrigin, now: number): string {
  const id = typeof event['event_id'] === 'string' ? event['event_id'] : randomUUID().replaceAll('-', '');
  const header = { event_id: id, sent_at: new Date(now).toISOString(), dsn: dsn.text };
  return [header, { type: 'event' }, { timestamp: now / 1000, ...event, event_id: id, ...origin }]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** The event in an envelope sent by a page, reduced to known fields, without headers and user data. `null` without an event. */
export function parseEvent(envelope: string): Event | null {
  const lines = envelope.split('\n', MAX_ENVELOPE_LINES);
  for (let index = 1; index + 1 < lines.length; index += 2) {
    if (readJson(lines[index])?.['type'] !== 'event') continue;
    const event = readJson(lines[index + 1]);
    if (event !== null)
      return Object.fromEntries(FIELDS.flatMap((name) => (name in event ? [[name, event[name]]] : [])));
  }
  return null;
}

/** The event with texts and field names truncated and redacted. */
export function redactEvent(event: Event, redact: (text: string) => string): Event {
  const clean = (text: string): string => cut(redact(text.slice(0, MAX_READ)));
  const cleaned = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return clean(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.slice(-reportLimits.telemetry).map((each) => cleaned(each, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), cleaned(each, depth + 1)]));
  };
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [name, cleaned(value, 1)]));
}

function readJson(text = ''): Event | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** An error of this process as an event. */
export function buildEvent(
  error: Error,
  tags: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Event {
  const chain: Error[] = [];
  for (let one: unknown = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one);
  const values = chain.toReversed().map((one) => ({
    type: one.name,
    value: cut(redact(one.message.slice(0, MAX_READ))),
    stacktrace: { frames: parseFrames(one.stack ?? '') },
  }));
  return { level: 'error', exception: { values }, tags: mapValues(tags, (text) => cut(redact(text))) };
}

/** Stack frames of V8, oldest call first, as the protocol requires. */
function parseFrames(stack: string): readonly Event[] {
  return stack
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((line) => parseFrame(line.slice(0, MAX_READ)))
    .toReversed();
}

/** A frame such as `    at f (file:///app/x.ts:1:2)`; empty for a line without a location. */
function parseFrame(line: string): readonly Event[] {
  if (!line.startsWith(AT)) return [];
  const call = line.slice(AT.length);
  const opens = call.endsWith(')') ? call.indexOf(' (') : -1;
  const place = opens === -1 ? call : call.slice(opens + 2, -1);
  const [column, number, ...file] = place.split(':').toReversed();
  const [lineno, colno] = [Number(number), Number(column)];
  if (file.length === 0 || !Number.isInteger(lineno) || !Number.isInteger(colno)) return [];
  const filename = file
    .toReversed()
    .join(':')
    .replace(/^file:\/\//, '');
  const name = opens === -1 ? '?' : call.slice(0, opens);
  return [{ function: name, filename, lineno, colno, in_app: !/node_modules|^node:/.test(filename) }];
}

/** Maximum nesting of a report; the protocol's own events have six levels. */
const MAX_DEPTH = 10;
const AT = '    at ';
/** Maximum stack lines to parse; V8 writes ten by default. */
const MAX_LINES = 200;
/** Maximum characters to redact: an address or token that begins in the retained part ends within them. */
const MAX_READ = 4_096;

function cut(text: string): string {
  return text.slice(0, reportLimits.text);
}

function mapValues(values: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, change(text)]));
}
