import type { Telemetry, TelemetryOptions } from '#server/platform/observability/telemetry.ts';
import { setTracing } from '#server/platform/observability/tracing.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

interface TracingOptions extends Omit<TelemetryOptions, 'endpoint' | 'samplingRatio' | 'environment'> {
  readonly settings: Pick<Settings, 'otlpEndpoint' | 'traceShare' | 'environment'>;
}

/** Exports traces and metrics if configured; otherwise the libraries are not even loaded. */
export async function startTracing({ settings, ...options }: TracingOptions): Promise<Telemetry | null> {
  if (settings.otlpEndpoint === '') return null;
  const { startTelemetry } = await import('#server/platform/observability/telemetry.ts');
  const { traceShare: samplingRatio, environment, otlpEndpoint: endpoint } = settings;
  const telemetry = startTelemetry({ ...options, endpoint, samplingRatio, environment });
  setTracing(telemetry);
  return telemetry;
}
