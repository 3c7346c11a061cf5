import type { PostgresPool } from 'kysely';
import { Outage } from '#engine/base/errors.ts';
import type { Pulse } from './pulse.ts';

/** Keeps everybody out of a database until its shape is known to be right. */
export interface Gate {
  /** What anyone who comes too early reads; `null` once it is open. */
  readonly refusal: Outage | null;
  open(): void;
}

export function createGate(): Gate {
  let refusal: Outage | null = new Outage('The database is not ready yet.');
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

/** A pulse that counts a database as missing before the gate is open. */
export function gatedPulse(pulse: Pulse, gate: Gate): Pulse {
  return {
    patience: pulse.patience,
    get distance() {
      return pulse.distance;
    },
    close: () => pulse.close(),
    feel: async (patience) => {
      if (gate.refusal !== null) throw gate.refusal;
      return pulse.feel(patience);
    },
  };
}
