import { describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { startFlagService } from '#tests/helpers/flag-service.ts';
import { startMailServer } from '#tests/helpers/mail-server.ts';
import { ORIGIN, serveRegistration, type TestServer } from '#tests/helpers/registration-server.ts';
import { registrationSite } from '#tests/helpers/registration-site.ts';
import { startTcpProxy } from '#tests/helpers/tcp-proxy.ts';

/** Every address of the site, and one that does not exist. */
const addresses = [...registrationSite(ORIGIN).documents.values()]
  .map(
    ({ id, route, slug }) => route ?? (id === 'landings/default' ? '/' : slug === undefined ? '/nowhere' : `/${slug}`),
  )
  .map((path) => `/de${path === '/' ? '' : path}`);

async function look(server: TestServer): Promise<readonly string[]> {
  const visitor = server.visitor({ 'user-agent': CHROME });
  const seen: string[] = [];
  for (const address of addresses) {
    const { status, document, location } = await visitor.get(address);
    seen.push(`${address} ${status} ${document ?? location ?? ''}`);
  }
  return seen;
}

describe.each(engines.filter((engine) => engine === 'postgres'))('on %s', (engine) => {
  const { start, location } = bench(engine);

  test.each(['hang', 'refuse'] as const)(
    'N20: while the database, the flag service and the mail server %s, every page is sent as if they worked',
    async (failure) => {
      const where = await location();
      const url = new URL(where.databaseUrl ?? '');
      const proxy = await startTcpProxy(`${url.searchParams.get('host') ?? ''}/.s.PGSQL.5432`);
      const flags = await startFlagService({ features: {} });
      const mail = await startMailServer();
      try {
        await flags.become(failure === 'hang' ? 'hangs on accept' : 'refused');
        await mail.become(failure === 'hang' ? 'hanging' : 'refusing');
        const databaseUrl = `postgresql://vitrine@127.0.0.1:${proxy.port}${url.pathname}`;
        const backend = await start({ ...where, databaseUrl, smtpUrl: mail.url });
        const env = { GROWTHBOOK_API_HOST: flags.origin, GROWTHBOOK_CLIENT_KEY: 'sdk-test' };
        const server = await serveRegistration(backend, env, null);
        const before = await look(server);
        expect(before.filter((line) => / 200 /.test(line)).length).toBeGreaterThan(5);
        await proxy[failure]();
        expect(await look(server)).toEqual(before);
        await expect.poll(server.log).toContain('Failed to initialize Growthbook');
      } finally {
        await proxy.restore();
        await flags.stop();
        await mail.close();
        await proxy.close();
      }
    },
  );
});
