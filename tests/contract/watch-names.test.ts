import { expect, test } from 'vitest';
import { watchDatabase } from '#server/platform/database/database-metrics.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { bench } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { dashboardQueries, metricsIn, rulesText } from '#tests/helpers/watch-queries.ts';

const { start } = bench('sqlite');

/** Name → type of all that a server measures, the pool of PostgreSQL included. */
async function measured(): Promise<ReadonlyMap<string, string>> {
  const server = await serveRegistration(await start(), { METRICS_PORT: 'public' });
  const pool = { totalCount: 3, idleCount: 1, waitingCount: 2, options: { max: 10 } };
  const ofPool = await createMetrics(watchDatabase('postgres', pool).metrics).read();
  expect(ofPool).toContain('vitrine_database_connections{state="busy"} 2');
  const text = (await (await fetch(`${server.url}metrics`)).text()) + ofPool;
  return new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
}

test('dashboard and rules ask for metrics that are measured, and names follow the conventions of Prometheus', async () => {
  const types = await measured();
  const asked = metricsIn([...dashboardQueries().map(({ query }) => query), rulesText()].join('\n'));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !types.has(name))).toEqual([]);
  for (const [name, type] of types) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_(?:milliseconds|ms|minutes|kb|mb)(?:_total)?$/);
  }
  expect(metricsIn('rate(vitrine_nothing_seconds_count[5m])').filter((name) => !types.has(name))).toHaveLength(1);
});

test('every recorded series that is asked for is recorded', () => {
  const text = [...dashboardQueries().map(({ query }) => query), rulesText()].join('\n');
  const recorded = new Set([...text.matchAll(/record: (\S+)/g)].map(([, name]) => name));
  const used = new Set(text.match(/\bvitrine:\w+:\w+/g));
  expect([...used].filter((name) => !recorded.has(name))).toEqual([]);
  expect(recorded.size).toBeGreaterThan(20);
});
