import { Histogram, type Metric } from 'prom-client';
import { createGauge, createLabelledCounter, createLabelledGauge } from '#server/platform/observability/metrics.ts';
import type { PageCounts } from './page-counts.ts';
import type { PageStore } from './page-store.ts';

/** Compilation times in seconds; created before the other metrics. */
export function compileHistogram(): Histogram {
  return new Histogram({
    name: 'vitrine_compile_seconds',
    help: 'Time to compile one page.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [],
  });
}

/** Responses to page requests. */
export function buildResponseMetric(counts: PageCounts): Metric {
  return createLabelledCounter(
    {
      name: 'vitrine_pages_total',
      help: 'Answers to requests for pages, by class and status.',
      labelNames: ['class', 'status'],
    },
    () => [...counts].map(({ answer, status, count }) => ({ labels: { class: answer, status }, value: count })),
  );
}

/** Sent pages by route. */
export function buildRouteMetric(counts: Pick<PageCounts, 'routes'>): Metric {
  return createLabelledCounter(
    {
      name: 'vitrine_routes_total',
      help: 'Pages that were sent, by route `<document>___<locale>`.',
      labelNames: ['route'],
    },
    () => [...counts.routes].map(([route, value]) => ({ labels: { route }, value })),
  );
}

/** Number of compiled pages, and cache hits. */
export function buildTemplateMetrics(
  pages: Pick<PageStore, 'size' | 'bytes' | 'hits' | 'misses' | 'compiling' | 'encoding'>,
): readonly Metric[] {
  return [
    createGauge({ name: 'vitrine_templates', help: 'Compiled pages in memory.' }, () => pages.size),
    createGauge({ name: 'vitrine_template_bytes', help: 'Bytes of compiled pages in memory.' }, () => pages.bytes),
    createLabelledCounter(
      {
        name: 'vitrine_template_requests_total',
        help: 'Pages that were asked for, by whether they were ready or had to be compiled.',
        labelNames: ['result'],
      },
      () => [
        { labels: { result: 'hit' }, value: pages.hits },
        { labels: { result: 'miss' }, value: pages.misses },
      ],
    ),
    createLabelledGauge(
      {
        name: 'vitrine_compile_queue',
        help: 'Pages that are being compiled, and pages that wait for their best encoding.',
        labelNames: ['step'],
      },
      () => [
        { labels: { step: 'compile' }, value: pages.compiling },
        { labels: { step: 'encode' }, value: pages.encoding },
      ],
    ),
  ];
}
