import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { requireLimits } from './connection-limits.ts';
import { openDatabase } from './open-database.ts';

describe.each(hasPostgres() ? ['PostgreSQL'] : [])('limits of connections to %s', () => {
  const { location } = bench('postgres');
  const open = async (url: string, isPooled: boolean) => {
    const database = await openDatabase(url, () => {}, { max: 1, warm: 0, isPooled });
    onTestFinished(() => database.close());
    return database;
  };

  test('are set with each connection, and asked of the role behind a pooler; the refusal says what to run', async () => {
    const { databaseUrl = '' } = await location();
    const own = await open(databaseUrl, false);
    await expect(requireLimits(own)).resolves.toBeUndefined();
    const refusal = await requireLimits(await open(databaseUrl, true)).catch((error: Error) => error.message);
    expect(refusal).toContain('Statements have no time limit behind DATABASE_URL.');
    const commands = [...String(refusal).matchAll(/"(alter role [^"]+)"/g)].map(([, command = '']) => command);
    expect(commands).toHaveLength(2);
    for (const command of commands) await sql.raw(command).execute(own.db);
    await expect(requireLimits(await open(databaseUrl, true))).resolves.toBeUndefined();
  });
});
