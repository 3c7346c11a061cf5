import type { LogFn, LoggerOptions } from 'pino';
import type { Metric } from 'prom-client';
import { countError } from './error-counts.ts';
import { labelledCounter } from './metrics.ts';

/** Milliseconds in which an error is written once. */
const WINDOW_MS = 60_000;
/** Different errors that are known at a time; beyond, they are written each time. */
const MAX_KINDS = 500;
/** Ids of requests that are kept of those that met an error again. */
const MAX_IDS = 10;
/** Characters by which the place of an error is known. */
const MAX_PLACE = 1_000;
/** Names of errors that have a counter of their own. */
const MAX_TYPES = 50;

interface Known {
  readonly fields: LoggedError;
  readonly message: string;
  count: number;
  readonly ids: string[];
}

/** The first argument of a line about an error. */
type LoggedError = Readonly<Record<string, unknown>> & { readonly err: Error };

/** Called for an error when it is written, not when it comes again. */
export type ReportError = (error: Error, about: { readonly message: string; readonly id?: string | undefined }) => void;

/** Pino's level of what an operator must look at. */
const ERROR_LEVEL = 50;

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Writes an error once a minute, however many requests meet it: at once, and after the minute how often it came again, with some of
 * the ids that visitors were shown for it. A database that is out would otherwise fill the disk with one sentence.
 *
 * @param report Called for errors of the level `error` and above
 * @param wait Calls back after so many milliseconds; tests have their own.
 */
export function oncePerError(
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

/** The same sentence about an error from the same place; its message may hold a time or a number. */
function identifyError(error: Error, message: string): string {
  const place = /\n {4}at .*/.exec(error.stack ?? '')?.[0] ?? error.message;
  return [message, error.name, 'code' in error ? error.code : '', place.slice(0, MAX_PLACE)].join('\n');
}

/** From zero, so that anyone who asks for an increase sees the first one. */
const counts = new Map(['Error', 'TypeError', 'UnavailableError'].map((type) => [type, 0]));

function count({ name }: Error): void {
  const type = counts.has(name) || counts.size < MAX_TYPES ? name : 'other';
  counts.set(type, (counts.get(type) ?? 0) + 1);
}

/** Errors that reached the log of this process, also those that were not written again. */
export function errorMetric(): Metric {
  return labelledCounter(
    {
      name: 'vitrine_logged_errors_total',
      help: 'Errors that were reported to the log, by their name; each counts, whether it was written or not.',
      labelNames: ['type'],
    },
    () => [...counts].map(([type, value]) => ({ labels: { type }, value })),
  );
}
