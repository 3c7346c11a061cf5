import { Histogram, type Metric } from 'prom-client';

/** Upper bounds in seconds: a prepared page takes microseconds, a fact loader at most 150 ms, a form half a second during an outage. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Labels = Readonly<Record<string, string>>;

interface Figure {
  /** Ends in `_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** A histogram for one set of labels. */
export class Duration {
  /** Observations per bucket; the last bucket has no upper bound. */
  readonly counts = Array.from<number>({ length: BOUNDS.length + 1 }).fill(0);
  readonly labels: Labels;
  sum = 0;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let index = 0;
    while (index < BOUNDS.length && seconds > (BOUNDS[index] ?? 0)) index += 1;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += seconds;
  }
}

/**
 * A histogram by labels. `Histogram.observe` of the metrics library hashes labels on each call, 0.6 to 1.2 µs or a twentieth of a prepared page:
 * callers hold the entry of their labels instead, and the library reads all entries on each scrape.
 */
export class Durations {
  readonly #entries = new Map<string, Duration>();
  readonly metric: Metric;

  constructor(figure: Figure) {
    this.metric = new ReadHistogram(figure, this.#entries);
  }

  /** The entry of these labels, created once. Labels must come from code, never from clients: entries are never deleted. */
  of(labels: Labels): Duration {
    const key = Object.values(labels).join(' ');
    let entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, (entry = new Duration(labels)));
    return entry;
  }
}

type Read = Awaited<ReturnType<Histogram['get']>>;

/** A histogram that reads its counts from elsewhere. */
class ReadHistogram extends Histogram {
  readonly #name: string;
  readonly #empty: Histogram;
  readonly #entries: ReadonlyMap<string, Duration>;

  constructor(figure: Figure, entries: ReadonlyMap<string, Duration>) {
    const configuration = { ...figure, labelNames: [...figure.labelNames], buckets: [...BOUNDS], registers: [] };
    super(configuration);
    this.#empty = new Histogram(configuration);
    this.#name = figure.name;
    this.#entries = entries;
  }

  override async get(): Promise<Read> {
    const values = [...this.#entries.values()].flatMap((entry) => buildValues(this.#name, entry));
    return { ...(await this.#empty.get()), values };
  }

  /** Called by the registry to render text. */
  getForPromString(): Promise<Read> {
    return this.get();
  }
}

/** Cumulative buckets, as Prometheus requires. */
function buildValues(name: string, { counts, labels, sum }: Duration): Read['values'] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: BOUNDS[index] ?? '+Inf' }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
