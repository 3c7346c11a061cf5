import { randomUUID } from 'node:crypto';
import { reportLimits } from '#engine/base/error-reports.ts';
import type { Dsn } from '#server/platform/settings/dsn.ts';

/** What a report may say; anything else that a page sends is left out. */
const FIELDS = ['event_id', 'timestamp', 'level', 'message', 'exception', 'breadcrumbs', 'tags', 'contexts'] as const;

export interface Origin {
  readonly platform: 'javascript' | 'node';
  readonly environment: string;
  readonly release: string;
}

type Event = Readonly<Record<string, unknown>>;

/** One event of Sentry's protocol as an envelope: three lines of JSON. */
export function envelopeOf(event: Event, dsn: Dsn, origin: Origin, now: number): string {
  const id = typeof event['event_id'] === 'string' ? event['event_id'] : randomUUID().replaceAll('-', '');
  const header = { event_id: id, sent_at: new Date(now).toISOString(), dsn: dsn.text };
  return [header, { type: 'event' }, { timestamp: now / 1000, ...event, event_id: id, ...origin }]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/**
 * The event in an envelope that a page sent, with the fields that are known and no others: neither its headers nor who the visitor
 * is. `null` when there is none in it.
 */
export function eventIn(envelope: string): Event | null {
  const lines = envelope.split('\n');
  for (let index = 1; index + 1 < lines.length; index += 2) {
    const event = readJson(lines[index + 1]);
    if (readJson(lines[index])?.['type'] !== 'event' || event === null) continue;
    return Object.fromEntries(FIELDS.flatMap((name) => (name in event ? [[name, event[name]]] : [])));
  }
  return null;
}

function readJson(text = ''): Event | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A thrown error of this process, as an event. */
export function eventOf(error: Error, tags: Readonly<Record<string, string>>, redact: (text: string) => string): Event {
  const chain: Error[] = [];
  for (let one: unknown = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one);
  const values = chain.toReversed().map((one) => ({
    type: one.name,
    value: cut(redact(one.message)),
    stacktrace: { frames: framesOf(one.stack ?? '') },
  }));
  return { level: 'error', exception: { values }, tags: mapValues(tags, (text) => cut(redact(text))) };
}

/** V8's lines of a stack, the oldest call first, as the protocol wants them. */
function framesOf(stack: string): readonly Event[] {
  return [...stack.matchAll(/^ {4}at (?:(.*?) \()?(?:file:\/\/)?(.*?):(\d+):(\d+)\)?$/gm)]
    .toReversed()
    .map(([, name = '?', filename = '', line, column]) => ({
      function: name,
      filename,
      lineno: Number(line),
      colno: Number(column),
      in_app: !/node_modules|^node:/.test(filename),
    }));
}

function cut(text: string): string {
  return text.slice(0, reportLimits.text);
}

function mapValues(values: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, change(text)]));
}
