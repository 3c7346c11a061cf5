import type { Metric } from 'prom-client';
import { createGauge, createLabelledCounter, createLabelledGauge } from '#server/platform/observability/metrics.ts';
import type { RemoteFlags } from '#server/site/flags/remote-flags.ts';
import type { NetworkShares } from './network-shares.ts';
import type { ExposureLog } from './exposure-log.ts';

interface Counted {
  /** `null` when nothing is counted. */
  readonly exposureLog: Pick<ExposureLog, 'waiting' | 'dropped' | 'surplusVisits'> | null;
  readonly shares: Pick<NetworkShares, 'largest'>;
  /** Alert threshold. */
  readonly networkShare: number;
  /** `null` with experiments from the documents. */
  readonly remote: Pick<RemoteFlags, 'heardAt'> | null;
}

/** Metrics of flag age and exposures. */
export function buildExperimentMetrics({ exposureLog, remote, shares, networkShare }: Counted): readonly Metric[] {
  return [
    createLabelledGauge(
      {
        name: 'vitrine_flags_age_seconds',
        help: "Time since the flag service last confirmed its flags; without a value where the site's own experiments run.",
        labelNames: [],
      },
      () => (remote === null ? [] : [{ labels: {}, value: Math.max(0, Date.now() - remote.heardAt) / 1000 }]),
    ),
    createGauge(
      { name: 'vitrine_exposures_queued', help: 'Exposures and conversions that wait to be written.' },
      () => exposureLog?.waiting ?? 0,
    ),
    createLabelledCounter(
      {
        name: 'vitrine_exposures_dropped_total',
        help: 'Exposures and conversions that found no place while the database was out.',
        labelNames: [],
      },
      () => [{ labels: {}, value: exposureLog?.dropped ?? 0 }],
    ),
    createLabelledGauge(
      {
        name: 'vitrine_experiment_network_share',
        help: "Largest share of a variation's new visitors of the day, as this process counted them, that one network brought; 0 below 50 visitors.",
        labelNames: ['experiment'],
      },
      () => [...shares.largest(Date.now())].map(([experiment, value]) => ({ labels: { experiment }, value })),
    ),
    createGauge(
      {
        name: 'vitrine_experiment_network_share_limit',
        help: 'EXPERIMENT_NETWORK_SHARE: a larger share is worth an alert.',
      },
      () => networkShare,
    ),
    createLabelledCounter(
      {
        name: 'vitrine_experiment_surplus_visits_total',
        help: 'Visits that no experiment counted because their network had brought as many visitors as it may.',
        labelNames: [],
      },
      () => [{ labels: {}, value: exposureLog?.surplusVisits ?? 0 }],
    ),
  ];
}
