import type { PostgresPool } from 'kysely';
import { UnavailableError } from '#engine/shared/errors.ts';
import type { DatabaseHealth } from './database-health.ts';

/** Keeps everybody out of a database until its shape is known to be right. */
export interface Gate {
  /** What anyone who comes too early reads; `null` once it is open. */
  readonly refusal: UnavailableError | null;
  open(): void;
}

export function createGate(): Gate {
  let refusal: UnavailableError | null = new UnavailableError('The database is not ready yet.');
  return {
    get refusal() {
      return refusal;
    },
    open: () => {
      refusal = null;
    },
  };
}

/** A pool that gives no connection before the gate is open. */
export function gatedPool(pool: PostgresPool, gate: Gate): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      if (gate.refusal !== null) throw gate.refusal;
      return pool.connect();
    },
    end: () => pool.end(),
  };
}

/** The health of a database, which counts as unavailable before the gate is open. */
export function gatedHealth(databaseHealth: DatabaseHealth, gate: Gate): DatabaseHealth {
  return {
    timeoutMs: databaseHealth.timeoutMs,
    get distanceMs() {
      return databaseHealth.distanceMs;
    },
    close: () => databaseHealth.close(),
    ping: async (timeoutMs) => {
      if (gate.refusal !== null) throw gate.refusal;
      return databaseHealth.ping(timeoutMs);
    },
  };
}
