import pg from 'pg';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** Milliseconds. */
export const healthCheckTimes = {
  /** For the database to show that it is there, beyond the round trips that this takes. */
  answer: 200,
  /** Between two checks while a request waits for it. */
  every: 100,
  /** After which a connection that says nothing is replaced. */
  connection: 2_000,
  /** Of silence, before the system looks whether the other end of a connection that nobody uses is still there. */
  keepAlive: 30_000,
} as const;

/**
 * Round trips after which the first statement of a new connection is answered: TCP one, TLS two, SCRAM-SHA-256 three (RFC 5802,
 * PostgreSQL's manual, 55.2 and 55.3), the statement one, and two more for a network that loses a packet now and then.
 */
const COLD = 9;
/** The same over a connection that is open. */
const WARM = 2;
/** Milliseconds; whatever takes longer is not distance. */
const MAX_DISTANCE_MS = 500;
/** Samples of which the shortest counts: a database that is busy for a while is no farther away. */
const SAMPLES = 32;

/** Whether the database answers at all, however long its other work takes. */
export interface DatabaseHealth {
  /**
   * Resolves with a sign of life. Rejects when there is none within `timeoutMs`, beyond the round trips that it takes, and at
   * once when the database is known to be missing.
   */
  ping(timeoutMs: number): Promise<void>;
  /** Milliseconds that waiting work allows for each sign of life of the database. */
  readonly timeoutMs: number;
  /** Milliseconds that a statement over a new connection takes for the distance alone; 0 as long as nothing was measured. */
  readonly distanceMs: number;
  close(): Promise<void>;
}

/** The embedded database lives and dies with this process. */
export const alwaysHealthy: DatabaseHealth = {
  ping: () => Promise.resolve(),
  timeoutMs: healthCheckTimes.answer,
  distanceMs: 0,
  close: () => Promise.resolve(),
};

interface Ping {
  readonly since: number;
  readonly heard: Promise<void>;
}

/** Asks over a connection of its own: one from the pool would wait for anyone who uses them all. Many who ask at once share one question. */
export function postgresHealth(url: string, timeoutMs: number = healthCheckTimes.answer): DatabaseHealth {
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
      connectionTimeoutMillis: healthCheckTimes.connection,
      keepAlive: true,
      keepAliveInitialDelayMillis: healthCheckTimes.keepAlive,
      application_name: 'vitrine pulse',
    });
    const opened = fresh.connect().then(() => fresh);
    // One that breaks while idle says nothing about the database at the next request.
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

  async function ask(): Promise<void> {
    try {
      client ??= connect();
      await withTimeout(healthCheckTimes.connection, 'A sign of life', client.then(measured));
    } catch (error) {
      void drop();
      throw error;
    }
  }

  function start(): Ping {
    const heard = ask().finally(() => (ping = null));
    heard.catch(() => undefined);
    return { since: performance.now(), heard };
  }

  return {
    timeoutMs,
    ping(most) {
      const allowed = most + (isOpen ? WARM : COLD) * roundTrip();
      ping ??= start();
      const left = allowed - (performance.now() - ping.since);
      return withTimeout(Math.max(0, left), 'The database', ping.heard);
    },
    get distanceMs() {
      return COLD * roundTrip();
    },
    close: drop,
  };
}

/**
 * Runs something as long as the database shows signs of life, before and while it runs: anyone who waits learns of an outage at
 * once, not when the work itself gives up. What was started goes on.
 *
 * @param first Milliseconds for the sign of life before the work, when less time is left.
 */
export async function whileDatabaseAnswers<T>(
  databaseHealth: DatabaseHealth,
  work: () => Promise<T>,
  first = databaseHealth.timeoutMs,
): Promise<T> {
  await databaseHealth.ping(Math.min(databaseHealth.timeoutMs, first));
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const lost = new Promise<never>((_, reject) => {
    const look = (): void => {
      timer = setTimeout(() => {
        databaseHealth.ping(databaseHealth.timeoutMs).then(() => {
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
