import pino from 'pino';
import { expect, test } from 'vitest';
import { ASSIGNMENTS_COOKIE } from '#engine/shared/experiment-cookies.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { CHROME, makeExperiment, makeExposure, visitorId } from '#tests/helpers/experiments.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { testSettings } from '#tests/helpers/site-server.ts';
import { sampleSite, sampleTemplate } from '#tests/helpers/small-site.ts';
import { visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { startExperiments } from './experiments.ts';
import { MIN_NETWORK_VISITORS } from './network-shares.ts';

const CROWD = '192.0.2.1';

async function start() {
  const site = { ...sampleSite(), experiments: [makeExperiment('seen', 'landings/default')] };
  const holder = new SiteStore({
    read: () => Promise.resolve({ layers: [], images: [], deployment: site.deployment, journeys: [] }),
    resolve: () => ({ ok: true, site, warnings: [] }),
    prepare: () =>
      Promise.resolve({
        buildId: 'b',
        identifyAssets: () => 'a',
        compile: (page) => Promise.resolve(sampleTemplate(page)),
      }),
    now: Date.now,
  });
  await holder.reload();
  const experiments = await startExperiments({
    settings: testSettings({ RATE_LIMIT_EXPERIMENT_VISITORS: '1000 per 1 h', EXPERIMENT_NETWORK_SHARE: '0.3' }),
    secrets: deriveSecrets(SECRET),
    holder,
    pages: { warm: () => Promise.resolve(), load: () => Promise.reject(new Error('Nothing is rendered ahead.')) },
    database: null,
    log: pino({ level: 'silent' }),
    render: false,
  });
  const share = async (experiment: string): Promise<number> => {
    const text = await createMetrics(experiments.metrics).read();
    return Number(
      new RegExp(`^vitrine_experiment_network_share\\{experiment="${experiment}"\\} (.*)$`, 'm').exec(text)?.[1],
    );
  };
  return { experiments, share };
}

test('what pages and seen blocks expose of one network is its share, which the alert about one network asks for', async () => {
  const { experiments, share } = await start();
  const now = Date.now();
  const visit = (network: string, index: number): void => {
    experiments.admit(network, now);
    experiments.sent({ exposures: [makeExposure({ experiment: 'sent', at: now })] }, () => network);
    const cookies = visitorCookies({ id: visitorId(index) }, 'seen__0*test*t3k9x', now);
    const seen = experiments.seen({
      experiment: 'seen',
      shown: 'block',
      cookies,
      consent: null,
      locale: 'de',
      userAgent: CHROME,
      country: null,
      webView: false,
      network,
      now,
    });
    expect(seen.map(({ name }) => name)).toContain(ASSIGNMENTS_COOKIE);
  };
  // A network has no name until it has brought many.
  const many = 2 * MIN_NETWORK_VISITORS;
  for (let index = 0; index < many; index += 1) visit(`198.51.100.${index}`, index);
  expect([await share('sent'), await share('seen')]).toEqual([0, 0]);
  for (let index = 0; index < many; index += 1) visit(CROWD, many + index);
  for (const experiment of ['sent', 'seen']) {
    expect(await share(experiment)).toBeGreaterThan(0.3);
    expect(await share(experiment)).toBeLessThanOrEqual(0.5);
  }
  await experiments.close();
});
