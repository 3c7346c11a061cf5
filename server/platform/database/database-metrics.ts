import type { LogEvent } from 'kysely';
import type { Metric } from 'prom-client';
import { Durations } from '#server/platform/observability/durations.ts';
import { createGauge, createLabelledGauge } from '#server/platform/observability/metrics.ts';
import { recordSpan, isTracing } from '#server/platform/observability/tracing.ts';

/** Counters of `pg.Pool`. */
interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number };
}

/** Observes statements, and provides metrics. */
export interface DatabaseWatch {
  /** For `Kysely`. */
  readonly log: (event: LogEvent) => void;
  readonly metrics: readonly Metric[];
}

/** First keywords of statements; all others are `other`. */
const OPERATIONS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']);

/** @param pool `null` for the embedded database */
export function watchDatabase(engine: 'sqlite' | 'postgres', pool: PoolCounts | null): DatabaseWatch {
  const durations = new Durations({
    name: 'vitrine_database_statement_duration_seconds',
    help: 'Time of a statement, without the wait for a connection, by its first word.',
    labelNames: ['operation', 'outcome'],
  });
  const system = engine === 'postgres' ? 'postgresql' : 'sqlite';
  return {
    log({ level, query, queryDurationMillis }) {
      const operation = readOperation(query.sql);
      const failed = level === 'error';
      durations.of({ operation, outcome: failed ? 'error' : 'ok' }).observe(queryDurationMillis / 1000);
      if (!isTracing()) return;
      // Values are parameters, so the SQL text contains none.
      const facts = { 'db.system.name': system, 'db.operation.name': operation, 'db.query.text': query.sql };
      recordSpan('client', operation, facts, queryDurationMillis, failed);
    },
    metrics: [durations.metric, ...(pool === null ? [] : poolMetrics(pool))],
  };
}

function readOperation(sql: string): string {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? '';
  return OPERATIONS.has(word) ? word : 'other';
}

function poolMetrics(pool: PoolCounts): readonly Metric[] {
  return [
    createLabelledGauge(
      {
        name: 'vitrine_database_connections',
        help: 'Open connections of the pool, by whether they are in use.',
        labelNames: ['state'],
      },
      () => [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ],
    ),
    createGauge(
      { name: 'vitrine_database_connections_max', help: 'Connections that the pool may open.' },
      () => pool.options.max ?? 0,
    ),
    createGauge(
      { name: 'vitrine_database_connection_pending_requests', help: 'Callers that wait for a connection of the pool.' },
      () => pool.waitingCount,
    ),
  ];
}
