import pg from 'pg';
import { TimeoutError, withTimeout } from '#server/platform/with-timeout.ts';

/** Milliseconds. */
export const healthCheckTimes = {
  /** Response time of a healthy database, in addition to network round trips. */
  answer: 200,
  /** The same before and during work of staff, who rather wait than do it again. */
  staffAnswer: 10_000,
  /** Interval of checks while a request waits. */
  every: 100,
  /** Time without an answer after which a connection is replaced, unless a caller waits longer. */
  connection: 2_000,
  /** Idle time before TCP keep-alive probes. */
  keepAlive: 30_000,
} as const;

/**
 * Round trips until the first statement on a new connection returns: TCP one, TLS two, SCRAM-SHA-256 three (RFC 5802, PostgreSQL's manual,
 * 55.2 and 55.3), the statement one, and two more for packet loss.
 */
const COLD = 9;
/** The same on an open connection. */
const WARM = 2;
/** Maximum latency attributed to the network, in milliseconds. */
const MAX_DISTANCE_MS = 500;
/** The minimum of so many samples counts, so that load does not look like distance. */
const SAMPLES = 32;

/** Checks whether the database responds, independently of other load. */
export interface DatabaseHealth {
  /** Resolves on a response. Rejects without one within `timeoutMs` plus round trips, and immediately when the database is known to be unavailable. */
  ping(timeoutMs: number): Promise<void>;
  /** Timeout of health checks for waiting work, in milliseconds. */
  readonly timeoutMs: number;
  /** Network latency of a statement on a new connection in milliseconds; 0 until measured. */
  readonly distanceMs: number;
  close(): Promise<void>;
}

/** The embedded database is part of this process. */
export const alwaysHealthy: DatabaseHealth = {
  ping: () => Promise.resolve(),
  timeoutMs: healthCheckTimes.answer,
  distanceMs: 0,
  close: () => Promise.resolve(),
};

interface Ping {
  readonly since: number;
  /** Milliseconds that the most patient caller waits. */
  patience: number;
  heard: Promise<void>;
}

/** Uses its own connection, since the pool may be exhausted. Concurrent checks share one query. */
export function createPostgresHealth(url: string, timeoutMs: number = healthCheckTimes.answer): DatabaseHealth {
  let client: Promise<pg.Client> | null = null;
  let ping: Ping | null = null;
  let isOpen = false;
  const samples: number[] = [];

  const roundTrip = (): number => (samples.length === 0 ? 0 : Math.min(MAX_DISTANCE_MS, ...samples));

  async function measured(open: pg.Client): Promise<void> {
    const asked = performance.now();
    await open.query('select 1');
    isOpen = true;
    samples.push(performance.now() - asked);
    if (samples.length > SAMPLES) samples.shift();
  }

  function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: healthCheckTimes.staffAnswer,
      keepAlive: true,
      keepAliveInitialDelayMillis: healthCheckTimes.keepAlive,
      application_name: 'vitrine pulse',
    });
    const opened = fresh.connect().then(() => fresh);
    // An idle connection that breaks says nothing about the next check.
    fresh.on('error', () => {
      if (client !== opened) return;
      client = null;
      isOpen = false;
    });
    return opened;
  }

  async function drop(): Promise<void> {
    const dropped = client;
    client = null;
    isOpen = false;
    const open = await dropped?.catch(() => null);
    if (open) await withTimeout(healthCheckTimes.answer, 'The end of a connection', open.end()).catch(() => undefined);
  }

  async function ask(asked: Ping): Promise<void> {
    try {
      client ??= connect();
      await waitFor(client.then(measured), asked);
    } catch (error) {
      void drop();
      throw error;
    }
  }

  function start(): Ping {
    const asked = { since: performance.now(), patience: healthCheckTimes.connection, heard: Promise.resolve() };
    asked.heard = ask(asked).finally(() => (ping = null));
    asked.heard.catch(() => undefined);
    return asked;
  }

  return {
    timeoutMs,
    ping(most) {
      const allowed = most + (isOpen ? WARM : COLD) * roundTrip();
      ping ??= start();
      const passed = performance.now() - ping.since;
      if (most > healthCheckTimes.connection) ping.patience = Math.max(ping.patience, passed + allowed);
      return withTimeout(Math.max(0, allowed - passed), 'The database', ping.heard);
    },
    get distanceMs() {
      return COLD * roundTrip();
    },
    close: drop,
  };
}

/** Waits as long as the most patient caller, who may ask meanwhile. */
async function waitFor(answer: Promise<void>, asked: Ping): Promise<void> {
  const { since, patience } = asked;
  try {
    await withTimeout(since + patience - performance.now(), 'A sign of life', answer);
  } catch (error) {
    if (!(error instanceof TimeoutError) || asked.patience === patience) throw error;
    await waitFor(answer, asked);
  }
}

/** Timeouts of checks in milliseconds. */
interface HealthChecks {
  readonly first?: number;
  readonly during?: number;
}

/**
 * Runs work while the database is healthy, checked before and during the work, so that callers learn of an outage before the work times
 * out. The work itself is not cancelled.
 *
 * @param checks `first`: before the work, `during`: while it lasts
 */
export async function whileDatabaseAnswers<T>(
  databaseHealth: DatabaseHealth,
  work: () => Promise<T>,
  { first = databaseHealth.timeoutMs, during = databaseHealth.timeoutMs }: HealthChecks = {},
): Promise<T> {
  await databaseHealth.ping(first);
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const lost = new Promise<never>((_, reject) => {
    const look = (): void => {
      timer = setTimeout(() => {
        databaseHealth.ping(during).then(() => {
          if (!over) look();
        }, reject);
      }, healthCheckTimes.every);
    };
    look();
  });
  try {
    return await Promise.race([work(), lost]);
  } finally {
    over = true;
    clearTimeout(timer);
  }
}

/** The same for work of staff. */
export const whileStaffWait = <T>(databaseHealth: DatabaseHealth, work: () => Promise<T>): Promise<T> =>
  whileDatabaseAnswers(databaseHealth, work, {
    first: healthCheckTimes.staffAnswer,
    during: healthCheckTimes.staffAnswer,
  });
