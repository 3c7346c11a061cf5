import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allMigrations } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';
import { findPostgres } from '#tests/setup/programs.ts';
import type { ProofResult } from '../proof.ts';

/** What the release before asks of its database. */
const TESTS = ['server/platform/database/data.test.ts', 'journeys/registration/members', 'server/staff'];
const HELPER = 'tests/helpers/backend.ts';
/** The line of the helper that names a fresh database. */
const FRESH = 'return postgres ? { dataDir, databaseUrl: await postgres.createDatabase() } : { dataDir };';

/** Runs tests of the release before, unchanged, on databases that the present release has migrated. */
export async function testOnPresentShape(tree: string): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-shape-'));
  const helper = join(tree, HELPER);
  const before = readFileSync(helper, 'utf8');
  if (!before.includes(FRESH))
    return { found: [], broken: [`${HELPER} of the release before makes its databases in another way.`] };
  try {
    const [file, dump] = [join(folder, 'vitrine.sqlite'), join(folder, 'schema.sql')];
    await shapeSqlite(file);
    await shapePostgres(dump);
    writeFileSync(
      helper,
      before.replace(FRESH, 'return presentShape(dataDir, postgres ? await postgres.createDatabase() : null);') +
        helperCode(file, dump),
    );
    const report = join(folder, 'report.json');
    const [node, ...vitest] = resolveProgram('vitest', tree);
    const args = ['run', '--project', 'unit', ...TESTS, '--reporter=json', `--outputFile=${report}`];
    spawnSync(node, [...vitest, ...args], { cwd: tree, stdio: 'ignore' });
    return read(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    writeFileSync(helper, before);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function read({ numPassedTests, numFailedTests, testResults }: Report): ProofResult {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  return {
    found: [
      ['Tests of the release before that pass on the present database', numPassedTests],
      ['Tests of the release before that fail on it', numFailedTests],
    ],
    broken: [
      ...failed.map(({ fullName }) => `On the present database fails: ${fullName}.`),
      ...(numPassedTests === 0 ? ['No test of the release before ran.'] : []),
    ],
  };
}

async function shapeSqlite(file: string): Promise<void> {
  await (await openDatabase(file)).close();
  await migrate(file, allMigrations);
}

async function shapePostgres(dump: string): Promise<void> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
  try {
    const url = await postgres.createDatabase();
    await migrate(url, allMigrations);
    const text = execFileSync(
      join(dirname(realpathSync(join(findPostgres() ?? '', 'initdb'))), 'pg_dump'),
      ['--inserts', '--no-owner', url],
      {
        encoding: 'utf8',
      },
    );
    // Commands of psql are none of the server's.
    writeFileSync(dump, text.replaceAll(/^\\.*$/gm, ''));
  } finally {
    await postgres.stop();
  }
}

const helperCode = (file: string, dump: string): string => `
async function presentShape(dataDir: string, databaseUrl: string | null) {
  const { copyFileSync, readFileSync } = await import('node:fs');
  if (databaseUrl === null) {
    copyFileSync(${JSON.stringify(file)}, dataDir + '/vitrine.sqlite');
    return { dataDir };
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(readFileSync(${JSON.stringify(dump)}, 'utf8'));
  await client.end();
  return { dataDir, databaseUrl };
}
`;
