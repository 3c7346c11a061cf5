import { collectDefaultMetrics, Counter, Gauge, type Histogram, type Metric, Registry } from 'prom-client';

export interface Metrics {
  /** Text in the Prometheus exposition format. */
  read(): Promise<string>;
  /** The same, for programs that send them elsewhere. */
  readValues(): Promise<readonly MetricValues[]>;
  readonly contentType: string;
}

/** One metric with all its values; those of a histogram also name which of its series they belong to. */
export type MetricValues = Awaited<ReturnType<Histogram['get']>>;

/**
 * What Prometheus reads: figures of the process, then what the modules give, in their order. Figures are taken from their owners
 * at each scrape, so counting costs a request almost nothing.
 */
export function createMetrics(given: readonly Metric[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const metric of given) registry.registerMetric(metric);
  return {
    read: () => registry.metrics(),
    readValues: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

/** Gauges of the library under names of counters; the same figures are there by type, under names that are right. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Values of one figure, by the values of its labels. */
type Labelled = Iterable<{ readonly labels: Readonly<Record<string, string | number>>; readonly value: number }>;

interface Figure {
  readonly name: string;
  readonly help: string;
}

/** No registry of their own: the metrics of a server are put together by `createMetrics`. */
const registers: Registry[] = [];

/** A figure that goes up and down. */
export function gauge(figure: Figure, value: () => number | Promise<number>): Gauge {
  return new Gauge({
    ...figure,
    registers,
    async collect() {
      this.set(await value());
    },
  });
}

/** One with labels; those without a value now are left out. */
export function labelledGauge(
  figure: Figure & { readonly labelNames: readonly string[] },
  values: () => Labelled | Promise<Labelled>,
): Gauge {
  return new Gauge({
    ...figure,
    labelNames: [...figure.labelNames],
    registers,
    async collect() {
      this.reset();
      for (const { labels, value } of await values()) this.set(labels, value);
    },
  });
}

/**
 * How many rows have each status. Those without a row are shown too: an alert about the first failure needs to know that there was none.
 *
 * @param read Rows by status; `null` while they are not known
 */
export function statusGauge(
  figure: Figure,
  read: () => Promise<Readonly<Record<string, number>> | null>,
  statuses: readonly string[],
): Gauge {
  return labelledGauge({ ...figure, labelNames: ['status'] }, async () => {
    const known = await read();
    return known === null ? [] : statuses.map((status) => ({ labels: { status }, value: known[status] ?? 0 }));
  });
}

/** A figure that only goes up, by its labels. */
export function labelledCounter(
  figure: Figure & { readonly labelNames: readonly string[] },
  values: () => Labelled,
): Counter {
  return new Counter({
    ...figure,
    labelNames: [...figure.labelNames],
    registers,
    collect() {
      this.reset();
      for (const { labels, value } of values()) this.inc(labels, value);
    },
  });
}
