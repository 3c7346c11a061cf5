import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP/HTTP sends it in JSON, as far as tests read it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 is a server's, 3 a client's. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly sum?: { readonly isMonotonic: boolean };
  readonly gauge?: object;
  readonly histogram?: {
    readonly dataPoints: readonly {
      readonly count: number;
      readonly bucketCounts: readonly number[];
      readonly explicitBounds: readonly number[];
    }[];
  };
}

export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Bodies as they came, the oldest first. */
  readonly bodies: readonly unknown[];
  readonly spans: readonly ReceivedSpan[];
  /** Those of the newest export. */
  readonly metrics: readonly ReceivedMetric[];
  close(): void;
}

interface TraceExport {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

interface MetricExport {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[];
  }[];
}

/** A collector that keeps what it is sent. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: unknown[] = [];
  const spans: ReceivedSpan[] = [];
  let metrics: readonly ReceivedMetric[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body);
      // What the exporter writes is the contract that tests look at.
      if (request.url === '/v1/traces')
        spans.push(
          ...(body as TraceExport).resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)),
        );
      if (request.url === '/v1/metrics')
        metrics = (body as MetricExport).resourceMetrics.flatMap((one) =>
          one.scopeMetrics.flatMap((scope) => scope.metrics),
        );
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans,
    get metrics() {
      return metrics;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
