import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FormCounts } from '#server/platform/observe/form-counts.ts';
import type { PageCounts } from '#server/site/pages/page-counts.ts';
import type { PageStore } from '#server/site/pages/page-store.ts';
import type { Outbox, OutboxState } from '#server/platform/mail/index.ts';
import { within } from '#server/platform/within.ts';
import type { SiteStatus } from '#server/site/holder/site-holder.ts';

/** Milliseconds for the database: figures of the process are read while it is out. */
const PATIENCE = 500;

export interface MetricsSources {
  readonly counts: PageCounts;
  readonly forms: FormCounts;
  readonly pages: PageStore;
  readonly siteStatus: () => SiteStatus;
  /** Mails by status; `null` without a backend. */
  readonly outbox: Pick<Outbox, 'state'> | null;
}

export interface Metrics {
  /** Text in the Prometheus exposition format. */
  read(): Promise<string>;
  readonly contentType: string;
}

/** Seconds a compilation took, gathered before the rest of the metrics exists. */
export function compileHistogram(): Histogram {
  return new Histogram({
    name: 'vitrine_compile_seconds',
    help: 'Time to compile one page.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [],
  });
}

/** What Prometheus reads. Figures are taken from their owners when somebody asks, so counting costs a request almost nothing. */
export function createMetrics(
  { counts, forms, pages, siteStatus, outbox }: MetricsSources,
  compileSeconds: Histogram,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(compileSeconds);
  const registers: Registry[] = [];

  registry.registerMetric(
    new Counter({
      name: 'vitrine_pages_total',
      help: 'Answers to requests for pages, by class and status.',
      labelNames: ['class', 'status'],
      registers,
      collect() {
        this.reset();
        for (const { answer, status, count } of counts) this.inc({ class: answer, status }, count);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'vitrine_forms_total',
      help: 'Forms that were sent, by use case and what became of them.',
      labelNames: ['use_case', 'outcome'],
      registers,
      collect() {
        this.reset();
        for (const { useCase, outcome, count } of forms) this.inc({ use_case: useCase, outcome }, count);
      },
    }),
  );
  gauge('vitrine_templates', 'Compiled pages in memory.', () => pages.size);
  gauge('vitrine_template_bytes', 'Bytes of compiled pages in memory.', () => pages.bytes);
  gauge('vitrine_template_hits', 'Pages that were ready when they were asked for, since the start.', () => pages.hits);
  gauge(
    'vitrine_template_misses',
    'Pages that had to be compiled when they were asked for, since the start.',
    () => pages.misses,
  );
  gauge(
    'vitrine_site_findings',
    'Errors for which the newest documents are refused; 0 while they are sent.',
    () => siteStatus().refused?.findings.length ?? 0,
  );
  gauge('vitrine_site_warnings', 'Warnings about the documents that are sent.', () => siteStatus().warnings.length);
  registry.registerMetric(
    new Gauge({
      name: 'vitrine_site_info',
      help: 'Revision of the site that is sent; the value is the time since when, in seconds since the epoch.',
      labelNames: ['revision'],
      registers,
      collect() {
        this.reset();
        const { revision, since } = siteStatus();
        this.set({ revision: revision ?? 'none' }, since / 1000);
      },
    }),
  );

  const mails = new Gauge({
    name: 'vitrine_outbox_mails',
    help: 'Mails in the database, by status; without a value while the database is out.',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      const state = await outboxState();
      for (const [status, count] of Object.entries(state?.byStatus ?? {})) this.set({ status }, count);
    },
  });
  const waiting = new Gauge({
    name: 'vitrine_outbox_oldest_seconds',
    help: 'How long the oldest mail has waited to be sent; 0 without one, and while the database is out.',
    registers,
    async collect() {
      this.set((await outboxState())?.oldestWaitingSeconds ?? 0);
    },
  });
  if (outbox !== null) for (const metric of [mails, waiting]) registry.registerMetric(metric);

  async function outboxState(): Promise<OutboxState | null> {
    if (outbox === null) return null;
    return within(PATIENCE, 'The state of the outbox', outbox.state()).catch(() => null);
  }

  function gauge(name: string, help: string, value: () => number): void {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      }),
    );
  }

  return { read: () => registry.metrics(), contentType: registry.contentType };
}
