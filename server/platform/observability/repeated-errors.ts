import type { LogFn, LoggerOptions } from 'pino';
import type { Metric } from 'prom-client';
import { countError } from './error-counts.ts';
import { createLabelledCounter } from './metrics.ts';

/** Milliseconds in which equal errors are logged once. */
const WINDOW_MS = 60_000;
/** Maximum tracked errors; further ones are always logged. */
const MAX_KINDS = 500;
/** Maximum request ids stored per repeated error. */
const MAX_IDS = 10;
/** Characters of the stack that identify an error. */
const MAX_PLACE = 1_000;
/** Maximum error names with own counters. */
const MAX_TYPES = 50;

interface Known {
  readonly fields: LoggedError;
  readonly message: string;
  count: number;
  readonly ids: string[];
}

/** First argument of a log call with an error. */
type LoggedError = Readonly<Record<string, unknown>> & { readonly err: Error };

/** Called when an error is logged, not for repetitions. */
export type ReportError = (error: Error, about: { readonly message: string; readonly id?: string | undefined }) => void;

/** Pino's level `error`. */
const ERROR_LEVEL = 50;

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Logs equal errors once a minute: immediately, and after the minute the number of repetitions with some correlation ids. Otherwise a database outage
 * would fill the disk.
 *
 * @param report called for errors of level `error` and above
 * @param wait timer, replaceable in tests
 */
export function reportOncePerError(
  report: ReportError = () => undefined,
  wait: (work: () => void, milliseconds: number) => void = later,
): Hook {
  const known = new Map<string, Known>();
  return function (args, method, level) {
    const [fields, message]: readonly unknown[] = args;
    if (level >= ERROR_LEVEL) countError('server');
    if (!isAboutError(fields)) return method.apply(this, args);
    count(fields.err);
    const text = typeof message === 'string' ? message : '';
    const kind = identifyError(fields.err, text);
    const before = known.get(kind);
    if (before !== undefined) return note(before, fields);
    const { id } = fields;
    if (level >= ERROR_LEVEL) report(fields.err, { message: text, id: typeof id === 'string' ? id : undefined });
    if (known.size < MAX_KINDS) remember(kind, { fields, message: text, count: 0, ids: [] }, method.bind(this));
    return method.apply(this, args);
  };

  function remember(kind: string, entry: Known, write: LogFn): void {
    known.set(kind, entry);
    wait(() => {
      known.delete(kind);
      if (entry.count > 0) write({ ...entry.fields, again: entry.count, ids: entry.ids }, entry.message);
    }, WINDOW_MS);
  }
}

function later(work: () => void, milliseconds: number): void {
  setTimeout(work, milliseconds).unref();
}

function note(entry: Known, { id }: LoggedError): void {
  entry.count += 1;
  if (typeof id === 'string' && entry.ids.length < MAX_IDS) entry.ids.push(id);
}

function isAboutError(fields: unknown): fields is LoggedError {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error;
}

/** Equal message and stack; the error's own message may contain a time or number. */
function identifyError(error: Error, message: string): string {
  const place = /\n {4}at .*/.exec(error.stack ?? '')?.[0] ?? error.message;
  return [message, error.name, 'code' in error ? error.code : '', place.slice(0, MAX_PLACE)].join('\n');
}

/** Initialized with 0, so that `increase()` sees the first error. */
const counts = new Map(['Error', 'TypeError', 'UnavailableError'].map((type) => [type, 0]));

function count({ name }: Error): void {
  const type = counts.has(name) || counts.size < MAX_TYPES ? name : 'other';
  counts.set(type, (counts.get(type) ?? 0) + 1);
}

/** Errors logged by this process, including suppressed repetitions. */
export function buildErrorMetric(): Metric {
  return createLabelledCounter(
    {
      name: 'vitrine_logged_errors_total',
      help: 'Errors that were reported to the log, by their name; each counts, whether it was written or not.',
      labelNames: ['type'],
    },
    () => [...counts].map(([type, value]) => ({ labels: { type }, value })),
  );
}
