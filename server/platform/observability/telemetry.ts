import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import { createMetricProducer } from './metric-producer.ts';
import { TimedResponse } from './request-times.ts';
import type { SpanFacts, SpanKindName, Tracing } from './tracing.ts';

export interface TelemetryOptions {
  /** Scheme, host and path without a trailing slash. */
  readonly endpoint: string;
  /** Sampling ratio from 0 to 1; the decision of a trusted proxy takes precedence. */
  readonly samplingRatio: number;
  /** Name of the deployment. */
  readonly environment: string;
  readonly metrics: Pick<Metrics, 'readValues'>;
  /** Whether to accept the trace context of a request: otherwise clients could force sampling. */
  readonly isTrusted: (request: IncomingMessage) => boolean;
  readonly log: Pick<Logger, 'warn'>;
}

/** Handles a request within its own span. */
export type TraceRequest = (request: IncomingMessage, response: ServerResponse, handle: () => void) => void;

export interface Telemetry extends Tracing {
  readonly traceRequest: TraceRequest;
  /** Flushes and stops. Never rejects. */
  stop(): Promise<void>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);

/**
 * Exports traces and metrics over OTLP/HTTP; exporters read headers, timeouts and compression from the standard variables. Import it only when
 * needed: it takes about 20 MB.
 */
export function startTelemetry({
  endpoint,
  samplingRatio,
  environment,
  metrics,
  isTrusted,
  log,
}: TelemetryOptions): Telemetry {
  setGlobalErrorHandler((error) => log.warn({ err: error }, 'Sending traces or metrics failed.'));
  const resource = buildResource(environment);
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplingRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
        metricProducers: [createMetricProducer(metrics, resource)],
      }),
    ],
  });
  const tracer = provider.getTracer('vitrine');
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();

  return {
    traceRequest(request, response, handle) {
      const { method = '', headers } = request;
      const known = METHODS.has(method) ? method : '_OTHER';
      const parent = isTrusted(request)
        ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : ROOT_CONTEXT;
      const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': known } };
      const span = tracer.startSpan(known, options, parent);
      if (span.isRecording()) response.once('close', () => endRequest(span, known, response));
      contexts.with(trace.setSpan(parent, span), handle);
    },
    runInSpan(kind, name, facts, work) {
      const active = contexts.active();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, active);
      return contexts.with(trace.setSpan(active, span), () => runAndEnd(span, work));
    },
    recordSpan(kind, name, facts, milliseconds, failed) {
      recordInContext(contexts.active(), kind, name, facts, milliseconds, failed);
    },
    traceId: () => trace.getSpanContext(contexts.active())?.traceId,
    async stop() {
      contexts.disable();
      await Promise.allSettled([provider.shutdown(), meters.shutdown()]);
    },
  };

  function recordInContext(
    context: Context,
    kind: SpanKindName,
    name: string,
    facts: SpanFacts,
    milliseconds: number,
    failed: boolean,
  ): void {
    // Statements outside a request, such as maintenance, are not traced.
    if (trace.getSpan(context) === undefined) return;
    const now = Date.now();
    const options = { kind: kinds[kind], attributes: { ...facts }, startTime: now - milliseconds };
    const span = tracer.startSpan(name, options, context);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(now);
  }
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
function buildResource(environment: string): Resource {
  const own = resourceFromAttributes({ 'service.name': 'vitrine', 'deployment.environment.name': environment });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

/** Ends the span of a request. Without its address, which may contain a code, a name or a token. */
function endRequest(span: Span, method: string, response: ServerResponse): void {
  const route = response instanceof TimedResponse ? response.routeClass : null;
  span.setAttribute('http.response.status_code', response.statusCode);
  if (route !== null) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Ends a span with its work. Without the error message: drivers quote their input. */
function runAndEnd<T>(span: Span, work: () => T): T {
  const fail = (error: unknown): never => {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    span.end();
    throw error;
  };
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    const waited: Promise<unknown> = result.then((value: unknown) => {
      span.end();
      return value;
    }, fail);
    // Checked edge: it settles like `result`, with the same value.
    return waited as T;
  } catch (error) {
    return fail(error);
  }
}
