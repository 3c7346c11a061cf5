import { expect, test } from 'vitest';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { startMailServer } from '#tests/helpers/mail-server.ts';
import { type OtlpReceiver, startOtlpReceiver } from '#tests/helpers/otlp-receiver.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { canary } from '#tests/helpers/registration-fields.ts';

const { start } = bench('sqlite');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

/** A registration and a page, traced until the server stopped. Gives what the server logged. */
async function traced(receiver: OtlpReceiver, env: Readonly<Record<string, string>>): Promise<string> {
  const mail = await startMailServer();
  const backend = await start({ smtpUrl: mail.url });
  await addCode(backend, 'CANARY-7', 2);
  const server = await serveRegistration(backend, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...env });
  const visitor = server.visitor();
  await visitor.submit('register', canary, '/de/CANARY-7', { traceparent: TRACEPARENT });
  await expect.poll(async () => (await backend.outbox.state()).byStatus).toMatchObject({ sent: 1 });
  await fetch(`${server.url}de`, { headers: { traceparent: TRACEPARENT } });
  await server.stop();
  await mail.close();
  return server.log();
}

test('a collector gets the spans of a request with its use case, statements and mail, and nothing of its visitor; log lines name the trace', async () => {
  const receiver = await startOtlpReceiver();
  const log = await traced(receiver, { OTEL_TRACES_SAMPLER_ARG: '0', TRUSTED_PROXIES: '127.0.0.1' });
  receiver.close();
  const ofTrace = receiver.spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => ofTrace.find((span) => span.name === name);
  expect(named('GET page')).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331' });
  // A browser without a cookie is asked to send its form again.
  const forms = ofTrace.filter(({ name }) => name === 'POST form');
  expect(forms.map(({ kind, parentSpanId }) => [kind, parentSpanId])).toEqual([
    [2, 'b7ad6b7169203331'],
    [2, 'b7ad6b7169203331'],
  ]);
  const useCase = named('use case register');
  expect(forms.map(({ spanId }) => spanId)).toContain(useCase?.parentSpanId);
  expect(named('insert')).toMatchObject({ kind: 3, parentSpanId: useCase?.spanId });
  expect(ofTrace.filter(({ name }) => name.startsWith('mail '))).toHaveLength(1);
  const logged = log.split('\n').filter((line) => line.includes('"useCase":"register"'));
  expect(logged.join()).toMatch(new RegExp(`"level":"info".*"trace_id":"${TRACE}"`));
  const sent = JSON.stringify(receiver.bodies);
  for (const word of ['Canarietta', 'Zwitscher', 'canary@', 'CANARY']) expect(sent).not.toContain(word);
});

test('The trace id of an untrusted client is ignored', async () => {
  const receiver = await startOtlpReceiver();
  await traced(receiver, { OTEL_TRACES_SAMPLER_ARG: '0' });
  expect(receiver.spans).toEqual([]);
  await traced(receiver, { OTEL_TRACES_SAMPLER_ARG: '1' });
  receiver.close();
  expect(receiver.spans.some(({ name }) => name === 'GET page')).toBe(true);
  expect(receiver.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test('the collector gets the same figures as Prometheus, histograms with their buckets', async () => {
  const receiver = await startOtlpReceiver();
  await traced(receiver, { OTEL_TRACES_SAMPLER_ARG: '0' });
  receiver.close();
  const named = (name: string) => receiver.metrics.find((metric) => metric.name === name);
  expect(named('vitrine_pages_total')?.sum?.isMonotonic).toBe(true);
  expect(named('vitrine_templates')?.gauge).toBeDefined();
  expect(named('process_resident_memory_bytes')?.unit).toBe('By');
  const duration = named('vitrine_http_request_duration_seconds');
  expect(duration?.unit).toBe('s');
  const points = duration?.histogram?.dataPoints ?? [];
  expect(points.length).toBeGreaterThan(1);
  for (const { count, bucketCounts, explicitBounds } of points) {
    expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
    expect(bucketCounts.reduce((sum, each) => sum + each, 0)).toBe(count);
  }
});
