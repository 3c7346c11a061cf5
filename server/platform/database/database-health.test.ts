import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import { startPostgresProxy } from '#tests/helpers/postgres-proxy.ts';
import {
  type DatabaseHealth,
  createPostgresHealth,
  healthCheckTimes,
  whileDatabaseAnswers,
} from './database-health.ts';

const onPostgres = hasPostgres() ? ['PostgreSQL'] : [];
const never = (): Promise<never> => new Promise(() => undefined);
const databaseHealth = (ping: DatabaseHealth['ping']): DatabaseHealth => ({
  ping,
  timeoutMs: 10,
  distanceMs: 0,
  close: () => Promise.resolve(),
});

test('Work is not begun without a sign of life', async () => {
  let begun = false;
  const dead = databaseHealth(() => Promise.reject(new Error('Nobody is there.')));
  const work = async () => void (begun = true);
  await expect(whileDatabaseAnswers(dead, work)).rejects.toThrow('Nobody is there.');
  expect(begun).toBe(false);
});

test('Work that would never end ends with the last sign of life', async () => {
  let signs = 0;
  const dying = databaseHealth(async () => {
    signs += 1;
    if (signs > 3) throw new Error('Nobody is there any more.');
  });
  await expect(whileDatabaseAnswers(dying, never)).rejects.toThrow('any more');
});

test('Work that ends gives its result and stops the health checks', async () => {
  let signs = 0;
  const alive = databaseHealth(async () => void (signs += 1));
  expect(await whileDatabaseAnswers(alive, () => sleep(150, 'done'))).toBe('done');
  const asked = signs;
  await sleep(250);
  expect(signs).toBe(asked);
});

test.each(onPostgres)(
  'A frozen server (%s) gives no sign of life, and gives one by itself once it goes on',
  async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
    const felt = createPostgresHealth(await postgres.createDatabase());
    try {
      await Promise.all([1, 2, 3].map(() => felt.ping(10_000)));
      await postgres.signal('SIGSTOP');
      await expect(felt.ping(200)).rejects.toThrow('The database took longer than');
      await expect(whileDatabaseAnswers(felt, never)).rejects.toThrow('The database took longer than');
      await postgres.signal('SIGCONT');
      await felt.ping(10_000);
    } finally {
      await postgres.signal('SIGCONT');
      await felt.close();
      await postgres.stop();
    }
  },
  60_000,
);

test.each(onPostgres)(
  'A server (%s) that was restarted meanwhile answers the next health check',
  async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
    const felt = createPostgresHealth(await postgres.createDatabase());
    try {
      await felt.ping(10_000);
      await postgres.halt();
      await postgres.start();
      await expect(felt.ping(10_000)).resolves.toBeUndefined();
    } finally {
      await felt.close();
      await postgres.stop();
    }
  },
  60_000,
);

test.each(onPostgres)(
  'A server (%s) that is far away is given the time that its distance costs, also over a new connection',
  async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
    const direct = await postgres.createDatabase();
    const proxy = await startPostgresProxy(`${URL.parse(direct)?.searchParams.get('host')}/.s.PGSQL.5432`);
    const felt = createPostgresHealth(proxy.url(direct));
    try {
      expect(felt.distanceMs).toBe(0);
      // A round trip takes longer than a sign of life may.
      proxy.delay = healthCheckTimes.answer / 2 + 10;
      await felt.ping(10_000);
      expect(felt.distanceMs).toBeGreaterThan(2 * proxy.delay);
      await expect(felt.ping(healthCheckTimes.answer)).resolves.toBeUndefined();
      proxy.cut();
      await expect.poll(() => felt.ping(healthCheckTimes.answer).then(() => 'felt', String)).toBe('felt');
    } finally {
      await felt.close();
      await proxy.close();
      await postgres.stop();
    }
  },
  60_000,
);
