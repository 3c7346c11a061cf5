import type { Metric } from 'prom-client';
import { createGauge, createLabelledGauge } from '#server/platform/observability/metrics.ts';
import type { SiteStatus } from './site-store.ts';

/** Metrics of the live site and its findings. */
export function buildSiteMetrics(siteStatus: () => SiteStatus): readonly Metric[] {
  return [
    createGauge(
      {
        name: 'vitrine_site_findings',
        help: 'Errors for which the newest documents are refused; 0 while they are sent.',
      },
      () => siteStatus().refused?.findings.length ?? 0,
    ),
    createGauge(
      { name: 'vitrine_site_warnings', help: 'Warnings about the documents that are sent.' },
      () => siteStatus().warnings.length,
    ),
    createLabelledGauge(
      { name: 'vitrine_site_info', help: 'Revision of the site that is sent, always 1.', labelNames: ['revision'] },
      () => [{ labels: { revision: siteStatus().revision ?? 'none' }, value: 1 }],
    ),
    createGauge(
      {
        name: 'vitrine_site_published_revision',
        help: 'Number of the newest published revision that is sent; 0 for the build alone.',
      },
      () => siteStatus().published,
    ),
    createGauge(
      {
        name: 'vitrine_site_refused_revision',
        help: 'Number of the published revision that this process refuses; 0 while it sends the newest one.',
      },
      () => siteStatus().refused?.published ?? 0,
    ),
    createGauge(
      {
        name: 'vitrine_site_loaded_timestamp_seconds',
        help: 'Since when this revision is sent, in seconds since the epoch.',
      },
      () => siteStatus().since / 1000,
    ),
  ];
}
