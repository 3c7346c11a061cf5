import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import { startPostgresProxy } from '#tests/helpers/postgres-proxy.ts';
import { type Pulse, postgresPulse, pulseLimits, whileAlive } from './pulse.ts';

const onPostgres = hasPostgres() ? ['PostgreSQL'] : [];
const never = (): Promise<never> => new Promise(() => undefined);
const pulse = (feel: Pulse['feel']): Pulse => ({
  feel,
  patience: 10,
  distance: 0,
  close: () => Promise.resolve(),
});

test('Work is not begun without a sign of life', async () => {
  let begun = false;
  const dead = pulse(() => Promise.reject(new Error('Nobody is there.')));
  const work = async () => void (begun = true);
  await expect(whileAlive(dead, work)).rejects.toThrow('Nobody is there.');
  expect(begun).toBe(false);
});

test('Work that would never end ends with the last sign of life', async () => {
  let signs = 0;
  const dying = pulse(async () => {
    signs += 1;
    if (signs > 3) throw new Error('Nobody is there any more.');
  });
  await expect(whileAlive(dying, never)).rejects.toThrow('any more');
});

test('Work that ends gives its result, and nobody asks for signs of life any longer', async () => {
  let signs = 0;
  const alive = pulse(async () => void (signs += 1));
  expect(await whileAlive(alive, () => sleep(150, 'done'))).toBe('done');
  const asked = signs;
  await sleep(250);
  expect(signs).toBe(asked);
});

test.each(onPostgres)(
  'A frozen server (%s) gives no sign of life, and gives one by itself once it goes on',
  async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
    const felt = postgresPulse(await postgres.createDatabase());
    try {
      await Promise.all([1, 2, 3].map(() => felt.feel(10_000)));
      await postgres.signal('SIGSTOP');
      await expect(felt.feel(200)).rejects.toThrow('The database took longer than');
      await expect(whileAlive(felt, never)).rejects.toThrow('The database took longer than');
      await postgres.signal('SIGCONT');
      await felt.feel(10_000);
    } finally {
      await postgres.signal('SIGCONT');
      await felt.close();
      await postgres.stop();
    }
  },
  60_000,
);

test.each(onPostgres)(
  'A server (%s) that was restarted while nobody asked gives a sign of life to the first who asks',
  async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
    const felt = postgresPulse(await postgres.createDatabase());
    try {
      await felt.feel(10_000);
      await postgres.halt();
      await postgres.start();
      await expect(felt.feel(10_000)).resolves.toBeUndefined();
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
    const felt = postgresPulse(proxy.url(direct));
    try {
      expect(felt.distance).toBe(0);
      // A round trip takes longer than a sign of life may.
      proxy.delay = pulseLimits.answer / 2 + 10;
      await felt.feel(10_000);
      expect(felt.distance).toBeGreaterThan(2 * proxy.delay);
      await expect(felt.feel(pulseLimits.answer)).resolves.toBeUndefined();
      proxy.cut();
      await expect.poll(() => felt.feel(pulseLimits.answer).then(() => 'felt', String)).toBe('felt');
    } finally {
      await felt.close();
      await proxy.close();
      await postgres.stop();
    }
  },
  60_000,
);
