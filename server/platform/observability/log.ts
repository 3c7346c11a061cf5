import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isUserError, isUnavailableError } from '#engine/shared/errors.ts';
import type { Log } from '#server/platform/ports.ts';
import { oncePerError, type ReportError } from '#server/platform/observability/repeated-errors.ts';
import { currentTraceId } from '#server/platform/observability/tracing.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/**
 * Anything of the form of an address, an activation token, or an encrypted token. Each pattern begins where a run of its characters begins:
 * one that may begin within the run takes quadratic time for a text without what it looks for.
 */
const SECRETS = [
  [/(?<![^\s"'<>@,;:()=])[^\s"'<>@,;:()=]+@[^\s"'<>@,;:()]+/g, '(address)'],
  [/(?<![\w-])[\w-]{20,}(?:\.[\w-]*){4}(?![\w-])/g, '(token)'],
  [/(?<![\w/.-])[\w-]{43}(?![\w-])/g, '(token)'],
] as const;

/** A message without addresses and tokens: libraries like to quote what they were given. */
export function redact(text: string): string {
  return SECRETS.reduce((redacted, [pattern, word]) => redacted.replace(pattern, word), text);
}

/** Characters of a message or a stack that a line of the log keeps: libraries quote what they were given, whole. */
const MAX_TEXT = 8_192;
const MAX_CAUSES = 5;

/**
 * What a log keeps of an error: drivers hang rows and parameters on theirs. Mistakes and outages say in their message what is to
 * be done; where in the program they were noticed helps nobody.
 */
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

/** The log of a server: JSON lines without a visitor's data. */
export function createLog(
  settings: Pick<Settings, 'logLevel' | 'environment'>,
  destination?: DestinationStream,
  report?: ReportError,
): Logger {
  const options: LoggerOptions = {
    level: settings.logLevel,
    base: { environment: settings.environment },
    // Programs that collect logs read words, not Pino's numbers.
    formatters: { level: (label) => ({ level: label }) },
    // By it a line leads to the trace of its request, and back.
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { trace_id: traceId };
    },
    hooks: { logMethod: oncePerError(report) },
    serializers: {
      err: (error: unknown) => describeError(error),
      // The framework would write whole addresses.
      req: ({ method, id }: { readonly method?: string; readonly id?: string }) => ({ method, id }),
      res: ({ statusCode }: { readonly statusCode?: number }) => ({ status: statusCode }),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The same log as use cases write it: an event and its fields. */
export function eventLog(log: Logger): Log {
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
