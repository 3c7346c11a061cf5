/** Facts about a span under the names of OpenTelemetry's semantic conventions; never anything of a visitor. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Records spans: who waited for what, and for how long. */
export interface Tracing {
  /** Runs work within a span; what it records in turn are children. A rejection or an exception marks the span as failed. */
  within<T>(kind: SpanKindName, name: string, facts: SpanFacts, work: () => T): T;
  /** A span that has ended already, `milliseconds` after it began. */
  ended(kind: SpanKindName, name: string, facts: SpanFacts, milliseconds: number, failed: boolean): void;
  /** Id of the trace that this work belongs to, 32 hexadecimal digits (W3C Trace Context); absent outside of a request. */
  traceId(): string | undefined;
}

/** Work of this process, or a call of another one. */
export type SpanKindName = 'internal' | 'client';

let current: Tracing | null = null;

/**
 * Turns tracing on for this process, or off with `null`. As with the API of OpenTelemetry there is one for all: a statement does not
 * know which of its callers wants to be traced. Apart from that API, so that a server without tracing does nothing for it.
 */
export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

/** Whether anybody records; costs that only serve a span can be left out otherwise. */
export const isTracing = (): boolean => current !== null;

/** See `Tracing.traceId`; absent while nobody records. */
export const currentTraceId = (): string | undefined => current?.traceId();

/** See `Tracing.within`; only runs the work while nobody records. */
export function inSpan<T>(kind: SpanKindName, name: string, facts: SpanFacts, work: () => T): T {
  return current === null ? work() : current.within(kind, name, facts, work);
}

/** See `Tracing.ended`; nothing while nobody records. */
export function endedSpan(
  kind: SpanKindName,
  name: string,
  facts: SpanFacts,
  milliseconds: number,
  failed: boolean,
): void {
  current?.ended(kind, name, facts, milliseconds, failed);
}
