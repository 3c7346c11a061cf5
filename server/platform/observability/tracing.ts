/** Span attributes by the semantic conventions of OpenTelemetry; never personal data. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Records spans. */
export interface Tracing {
  /** Runs work within a span, the parent of spans recorded in it. A rejection or exception marks the span as failed. */
  runInSpan<T>(kind: SpanKindName, name: string, facts: SpanFacts, work: () => T): T;
  /** Records a span that has already ended, with its duration in milliseconds. */
  recordSpan(kind: SpanKindName, name: string, facts: SpanFacts, milliseconds: number, failed: boolean): void;
  /** Trace id of the current context, 32 hexadecimal digits (W3C Trace Context); undefined outside a request. */
  traceId(): string | undefined;
}

/** Work of this process, or a call of another one. */
export type SpanKindName = 'internal' | 'client';

let current: Tracing | null = null;

/**
 * Enables tracing for this process, or disables it with `null`. Global like the API of OpenTelemetry, since statements do not know their callers. Separate
 * from that API, so that a server without tracing does not load it.
 */
export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

/** Whether spans are recorded; work that only serves a span can be skipped otherwise. */
export const isTracing = (): boolean => current !== null;

/** See `Tracing.traceId`; undefined without tracing. */
export const findCurrentTraceId = (): string | undefined => current?.traceId();

/** See `Tracing.runInSpan`; without tracing it only runs the work. */
export function runInSpan<T>(kind: SpanKindName, name: string, facts: SpanFacts, work: () => T): T {
  return current === null ? work() : current.runInSpan(kind, name, facts, work);
}

/** See `Tracing.recordSpan`; a no-op without tracing. */
export function recordSpan(
  kind: SpanKindName,
  name: string,
  facts: SpanFacts,
  milliseconds: number,
  failed: boolean,
): void {
  current?.recordSpan(kind, name, facts, milliseconds, failed);
}
