import { collectDefaultMetrics, Counter, Gauge, type Histogram, type Metric, Registry } from 'prom-client';

export interface Metrics {
  /** Prometheus exposition format. */
  read(): Promise<string>;
  /** The same as values, for other exporters. */
  readValues(): Promise<readonly MetricValues[]>;
  readonly contentType: string;
}

/** A metric with all values; values of a histogram also name their series. */
export type MetricValues = Awaited<ReturnType<Histogram['get']>>;

/** Metrics of the process, followed by those of the modules. Values are read from their owners on each scrape, so counting costs a request almost nothing. */
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

/** Gauges of the library with counter names; the same values exist by type under correct names. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Values of a metric by label values. */
type Labelled = Iterable<{ readonly labels: Readonly<Record<string, string | number>>; readonly value: number }>;

interface Figure {
  readonly name: string;
  readonly help: string;
}

/** Not registered globally: `createMetrics` collects them. */
const registers: Registry[] = [];

/** A gauge. */
export function createGauge(figure: Figure, value: () => number | Promise<number>): Gauge {
  return new Gauge({
    ...figure,
    registers,
    async collect() {
      this.set(await value());
    },
  });
}

/** A gauge with labels; entries without a value are left out. */
export function createLabelledGauge(
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
 * Rows by status, including statuses with 0 rows: an alert about the first failure needs the previous value.
 *
 * @param read rows by status; `null` when unknown
 */
export function createStatusGauge(
  figure: Figure,
  read: () => Promise<Readonly<Record<string, number>> | null>,
  statuses: readonly string[],
): Gauge {
  return createLabelledGauge({ ...figure, labelNames: ['status'] }, async () => {
    const known = await read();
    return known === null ? [] : statuses.map((status) => ({ labels: { status }, value: known[status] ?? 0 }));
  });
}

/** A counter with labels. */
export function createLabelledCounter(
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
