import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '#tests/helpers/postgres-proxy.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

const onPostgres = hasPostgres() ? ['PostgreSQL'] : [];
const NAME = 'vitrine';
/** Each server looks for itself, now and then, whether an experiment was stopped. */
const SWITCHES = /"experiment_stops"/;
/** The beginnings of statements, which say what they are for. */
const words = (statements: readonly string[]): readonly string[] =>
  statements.map((statement) => /^\S+/.exec(statement)?.[0] ?? '');

describe.each(onPostgres)('round trips to %s, each of which costs 90 ms where it is far away', () => {
  const { start, location } = bench('postgres');
  let proxy: PostgresProxy | null = null;
  afterAll(() => proxy?.close());

  /** A backend with a code, whose database is behind the proxy. */
  async function startBehind() {
    const { databaseUrl = '', dataDir } = await location();
    proxy ??= await startPostgresProxy(`${URL.parse(databaseUrl)?.searchParams.get('host')}/.s.PGSQL.5432`);
    const counted = proxy;
    const backend = await start({ dataDir, databaseUrl: counted.url(databaseUrl) });
    await addCode(backend, 'PLACES', 5);
    counted.forget();
    return {
      backend,
      /** Up to the end of the transaction: the outbox follows, which no request waits for. */
      sent() {
        const statements = counted.statements(NAME).filter((statement) => !SWITCHES.test(statement));
        const end = statements.indexOf('commit');
        return words(end === -1 ? statements : statements.slice(0, end + 1));
      },
      forget: () => counted.forget(),
      opened: () => counted.opened(NAME),
      cut: () => counted.cut(),
      signs: () => counted.statements('vitrine pulse').length,
    };
  }

  test('Connections are open before they are needed, and reopened after they broke', async () => {
    const { backend, sent, opened, cut } = await startBehind();
    const ask = (code: string) => backend.members.checkCode({ code, network: '192.0.2.1' });
    await Promise.all([ask('PLACES'), ask('OTHERS')]);
    expect(sent()).toEqual(['select', 'select']);
    expect(opened()).toBe(0);
    cut();
    await vi.waitFor(() => expect(opened()).toBeGreaterThanOrEqual(2), 10_000);
  });

  test('a registration takes six, with its limit and its transaction', async () => {
    const { backend, sent } = await startBehind();
    expect((await backend.members.register({ ...request(), formKey: 'of-this-browser' })).outcome).toBe('registered');
    expect(sent()).toEqual(['insert', 'select', 'begin', 'with', 'with', 'commit']);
  });

  test('the page of a code takes one, and registering from it at most eight with the sign of life', async () => {
    const { backend, sent, forget, signs } = await startBehind();
    const server = await serveRegistration(backend);
    onTestFinished(() => server.stop());
    const visitor = server.visitor();
    expect((await visitor.get('/en/PLACES')).status).toBe(200);
    expect(sent()).toEqual(['select']);
    backend.pass(60_000);
    forget();
    const { form } = request();
    const fields = Object.entries(form).map(([name, value]) => [name, value === true ? 'on' : value]);
    const answer = await visitor.submit('register', Object.fromEntries(fields), '/en/PLACES');
    expect(answer.status).toBe(303);
    expect(sent().at(-1)).toBe('commit');
    expect(sent().length).toBeLessThanOrEqual(7);
    expect(signs()).toBeGreaterThan(0);
  });
});
