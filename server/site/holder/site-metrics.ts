import type { Metric } from 'prom-client';
import { gauge, labelledGauge } from '#server/platform/observe/metrics.ts';
import type { SiteStatus } from './site-holder.ts';

/** Which site is sent, and what is wrong with its documents. */
export function siteMetrics(siteStatus: () => SiteStatus): readonly Metric[] {
  return [
    gauge(
      {
        name: 'vitrine_site_findings',
        help: 'Errors for which the newest documents are refused; 0 while they are sent.',
      },
      () => siteStatus().refused?.findings.length ?? 0,
    ),
    gauge(
      { name: 'vitrine_site_warnings', help: 'Warnings about the documents that are sent.' },
      () => siteStatus().warnings.length,
    ),
    labelledGauge(
      {
        name: 'vitrine_site_info',
        help: 'Revision of the site that is sent; the value is the time since when, in seconds since the epoch.',
        labelNames: ['revision'],
      },
      () => {
        const { revision, since } = siteStatus();
        return [{ labels: { revision: revision ?? 'none' }, value: since / 1000 }];
      },
    ),
  ];
}
