import type { PostgresPool } from 'kysely';
import { UnavailableError } from '#engine/shared/errors.ts';
import type { DatabaseHealth } from './database-health.ts';

/** Blocks access to a database until its schema is known to be current. */
export interface Gate {
  /** Error for early callers; `null` once open. */
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

/** A pool that provides no connections before the gate is open. */
export function createGatedPool(pool: PostgresPool, gate: Gate): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      if (gate.refusal !== null) throw gate.refusal;
      return pool.connect();
    },
    end: () => pool.end(),
  };
}

/** Database health that reports unavailable before the gate is open. */
export function createGatedHealth(databaseHealth: DatabaseHealth, gate: Gate): DatabaseHealth {
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
