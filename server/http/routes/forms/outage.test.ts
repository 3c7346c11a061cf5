import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { addCode, bench, engines } from '#tests/helpers/backend.ts';
import { serveRegistration, type TestVisitor } from '#tests/helpers/registration-server.ts';
import { healthCheckTimes } from '#server/platform/database/database-health.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { startTcpProxy } from '#tests/helpers/tcp-proxy.ts';
import { marie } from '#tests/helpers/registration-fields.ts';

describe.each(engines.filter((engine) => engine === 'postgres'))('a database server (%s)', (engine) => {
  const { start, location } = bench(engine);

  async function behindProxy() {
    const where = await location();
    const url = new URL(where.databaseUrl ?? '');
    const proxy = await startTcpProxy(`${url.searchParams.get('host') ?? ''}/.s.PGSQL.5432`);
    const databaseUrl = `postgresql://vitrine@127.0.0.1:${proxy.port}${url.pathname}`;
    const backend = await start({ ...where, databaseUrl, healthTimeoutMs: healthCheckTimes.answer });
    await addCode(backend, 'PLACES', 3);
    return { backend, proxy, server: await serveRegistration(backend, {}, null) };
  }

  /** Until the pool has given up its dead connections. */
  async function untilDone(visitor: TestVisitor): Promise<string | null> {
    for (let tried = 0; tried < 100; tried += 1) {
      const answer = await visitor.submit('register', marie, '/de/summer?rc=PLACES');
      if (answer.status === 303) return answer.location;
      await sleep(200);
    }
    return null;
  }

  test.each(['refuse', 'hang'] as const)(
    'that seems to %s keeps pages up, asks for patience at forms, and is used again by itself',
    async (failure) => {
      const { backend, proxy, server } = await behindProxy();
      const visitor = server.visitor();
      try {
        await proxy[failure]();
        const page = await visitor.get('/de/about-us');
        expect([page.status, page.document]).toEqual([200, 'pages/about-us']);
        const landing = await visitor.get('/de/summer?rc=PLACES');
        expect([landing.status, landing.document]).toEqual([200, 'landings/summer']);
        const invited = await visitor.get('/de/PLACES');
        expect([invited.status, invited.document, invited.form.errors]).toEqual([
          503,
          'landings/default',
          { code: 'refusals.technical' },
        ]);

        const answer = await visitor.submit('register', marie, '/de/summer?rc=PLACES');
        expect([answer.status, answer.document, answer.headers.get('retry-after')]).toEqual([
          503,
          'landings/summer',
          '30',
        ]);
        expect(answer.form).toEqual({ form: 'registration', values: marie, errors: {}, refusal: 'refusals.technical' });
        expect(answer.value('code')).toBe('PLACES');
        expect((await fetch(`${server.url}readyz`)).status).toBe(200);

        await proxy.restore();
        expect(await untilDone(visitor)).toBe('/de/registration/formfinished');
      } finally {
        await proxy.restore();
        await backend.close();
        await proxy.close();
      }
    },
    60_000,
  );

  test('that freezes while forms are on their way is said to all of them, and is used again by itself', async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
    const databaseUrl = await postgres.createDatabase();
    const backend = await start({ ...(await location()), databaseUrl, healthTimeoutMs: healthCheckTimes.answer });
    try {
      await addCode(backend, 'PLACES', 30);
      const server = await serveRegistration(backend, {}, null);
      const visitor = server.visitor();
      // Another transaction holds the row that every registration with this code needs, so that use cases have begun.
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: hold } = Promise.withResolvers<void>();
      const blocker = backend.ports.database.db.transaction().execute(async (tx) => {
        await tx.updateTable('inviters').set({ first_name: 'Anna' }).execute();
        hold();
        await released;
      });
      await held;
      const submit = (from: number) =>
        Array.from({ length: 6 }, (_, index) =>
          visitor.submit('register', { ...marie, email: `m${from + index}@example.com` }, '/de/summer?rc=PLACES'),
        );
      const begun = submit(0);
      await sleep(300);
      await postgres.signal('SIGSTOP');
      const answers = await Promise.all([...begun, ...submit(6)]);
      expect(answers.map(({ status, form }) => [status, form.refusal])).toEqual(
        answers.map(() => [503, 'refusals.technical']),
      );
      // The outage itself was noticed; no request waited until the use case was given up.
      expect(server.log()).toContain('The database took longer than');
      expect(server.log()).not.toContain('The use case took longer');
      await postgres.signal('SIGCONT');
      release();
      await blocker;
      expect(await untilDone(visitor)).toBe('/de/registration/formfinished');
    } finally {
      await postgres.signal('SIGCONT');
      await backend.close();
      await postgres.stop();
    }
  }, 60_000);

  test('that goes away while a visitor waits for the mail leaves that page as it is', async () => {
    const { backend, proxy, server } = await behindProxy();
    const visitor = server.visitor();
    try {
      expect(await untilDone(visitor)).toBe('/de/registration/formfinished');
      await proxy.refuse();
      const page = await visitor.get('/de/registration/formfinished');
      expect([page.status, page.value('email')]).toEqual([200, 'marie@example.com']);
      const resend = await visitor.submit('resend-activation', {}, '/de/registration/formfinished');
      expect([resend.status, resend.form.refusal]).toEqual([503, 'refusals.technical']);
    } finally {
      await proxy.restore();
      await backend.close();
      await proxy.close();
    }
  }, 60_000);
});
