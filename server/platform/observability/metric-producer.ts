import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricValues, Metrics } from './metrics.ts';

/** The Prometheus metrics as an OTLP producer, so that each is counted once for both. Names stay those of Prometheus, so dashboards work with either. */
export function createMetricProducer(metrics: Pick<Metrics, 'readValues'>, resource: Resource): MetricProducer {
  const since = millisToHrTime(performance.timeOrigin);
  return {
    async collect() {
      const times = { startTime: since, endTime: hrTime() };
      const converted = (await metrics.readValues()).flatMap((metric) => buildMetricData(metric, times));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'vitrine' }, metrics: converted }] },
        errors: [],
      };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** Summaries are skipped: OTLP has no equivalent, and none exists here. */
function buildMetricData(metric: MetricValues, times: Times): MetricData[] {
  const base = {
    descriptor: {
      name: metric.name,
      description: metric.help,
      unit: readUnit(metric.name),
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    metric.values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  // The library's types declare a const enum; these are its values.
  switch (String(metric.type)) {
    case 'counter':
      return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
    case 'gauge':
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
    case 'histogram':
      return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(metric, times) }];
    default:
      return [];
  }
}

/** UCUM, as OpenTelemetry requires. */
function readUnit(name: string): string {
  if (/_seconds(?:_total)?$/.test(name)) return 's';
  return /_bytes(?:_total)?$/.test(name) ? 'By' : '1';
}

interface Gathered {
  readonly attributes: Attributes;
  readonly bounds: number[];
  /** Cumulative counts by bound. */
  readonly upTo: number[];
  count: number;
  sum: number;
}

function histogramPoints({ name, values }: MetricValues, times: Times): HistogramMetricData['dataPoints'] {
  const series = new Map<string, Gathered>();
  for (const {
    metricName,
    labels: { le, ...attributes },
    value,
  } of values) {
    const key = JSON.stringify(Object.entries(attributes).toSorted());
    let entry = series.get(key);
    if (entry === undefined) series.set(key, (entry = { attributes, bounds: [], upTo: [], count: 0, sum: 0 }));
    if (metricName === `${name}_sum`) entry.sum = value;
    else if (metricName === `${name}_count`) entry.count = value;
    else {
      if (le !== '+Inf') entry.bounds.push(Number(le));
      entry.upTo.push(value);
    }
  }
  return [...series.values()].map(({ attributes, bounds, upTo, count, sum }) => ({
    ...times,
    attributes,
    value: {
      buckets: { boundaries: bounds, counts: upTo.map((value, index) => value - (upTo[index - 1] ?? 0)) },
      count,
      sum,
    },
  }));
}
