import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isUserError, isUnavailableError } from '#engine/shared/errors.ts';
import type { Log } from '#server/platform/ports.ts';
import { reportOncePerError, type ReportError } from '#server/platform/observability/repeated-errors.ts';
import { findCurrentTraceId } from '#server/platform/observability/tracing.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/**
 * Email addresses, activation tokens and encrypted tokens. Each pattern is anchored at the beginning of a run of its characters, since
 * otherwise matching takes quadratic time on text without a match.
 */
const SECRETS = [
  [/(?<![^\s"'<>@,;:()=])[^\s"'<>@,;:()=]+@[^\s"'<>@,;:()]+/g, '(address)'],
  [/(?<![\w-])[\w-]{20,}(?:\.[\w-]*){4}(?![\w-])/g, '(token)'],
  [/(?<![\w/.-])[\w-]{43}(?![\w-])/g, '(token)'],
] as const;

/** Removes email addresses and tokens from a message, which libraries like to quote. */
export function redact(text: string): string {
  return SECRETS.reduce((redacted, [pattern, word]) => redacted.replace(pattern, word), text);
}

/** Maximum characters of a message or stack: libraries quote their input in full. */
const MAX_TEXT = 8_192;
const MAX_CAUSES = 5;

/** Loggable part of an error: drivers attach rows and parameters. UserError and UnavailableError need no stack, because their message says what to do. */
function describeError(error: unknown, withStack = true, depth = 0): unknown {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return { type: typeof error };
  const stacked = withStack && !isUserError(error) && !isUnavailableError(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: redact(error.message.slice(0, MAX_TEXT)),
    code,
    stack: stacked ? redact((error.stack ?? '').slice(0, MAX_TEXT)) : undefined,
    cause: error.cause === undefined ? undefined : describeError(error.cause, stacked, depth + 1),
  };
}

/** The log of a server: JSON lines without personal data. */
export function createLog(
  settings: Pick<Settings, 'logLevel' | 'environment'>,
  destination?: DestinationStream,
  report?: ReportError,
): Logger {
  const options: LoggerOptions = {
    level: settings.logLevel,
    base: { environment: settings.environment },
    // Log collectors expect level names instead of Pino's numbers.
    formatters: { level: (label) => ({ level: label }) },
    // Correlates log lines and traces.
    mixin: () => {
      const traceId = findCurrentTraceId();
      return traceId === undefined ? {} : { trace_id: traceId };
    },
    hooks: { logMethod: reportOncePerError(report) },
    serializers: {
      err: (error: unknown) => describeError(error),
      // The default serializer would log full addresses.
      req: ({ method, id }: { readonly method?: string; readonly id?: string }) => ({ method, id }),
      res: ({ statusCode }: { readonly statusCode?: number }) => ({ status: statusCode }),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The log in the form of use cases: an event with fields. */
export function createEventLog(log: Logger): Log {
  return {
    info: (event, fields = {}) => log.info(redactFields(fields), event),
    warn: (event, fields = {}) => log.warn(redactFields(fields), event),
    error: (event, fields = {}) => log.error(redactFields(fields), event),
  };
}

function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value.slice(0, MAX_TEXT)) : value,
    ]),
  );
}
