import { join } from 'node:path';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import { allMigrations } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { connectForMigrations } from '#server/platform/database/migration-connection.ts';
import { listInvalidIndexes } from '#server/platform/database/concurrent-indexes.ts';
import { mergeMigrations, computeNextMigrationNumber } from '#server/platform/database/migration-steps.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { readSchemaState, assertSchemaNotNewer } from '#server/platform/database/schema-state.ts';
import { requireSettings, runCommand } from './run-command.ts';

const usage = {
  name: 'database',
  summary: 'Brings the database to the shape that this release needs, beside servers of the release before.',
  calls: {
    migrate: 'runs every migration that has not run yet',
    list: 'the migrations of this release, and the number of the next one that is written',
    status: 'which migrations have run; exit code 1 when one is missing or an index has to be built anew',
  },
  options: {
    'expand-only': {
      type: 'boolean',
      default: false,
      does: 'with "migrate": stops before the first one that servers of earlier releases could not work with',
    },
  },
  positionals: 1,
} as const;

const steps = mergeMigrations(allMigrations);

await runCommand(usage, async (args) => {
  const { values, positionals } = readArguments(usage, args);
  if (positionals[0] === 'list' && !values['expand-only']) return list();
  const { dataDir, databaseDirectUrl } = requireSettings();
  const location = databaseDirectUrl === '' ? join(dataDir, 'vitrine.sqlite') : databaseDirectUrl;
  // Creates the file of an embedded database, readable by its owner only.
  const database = await openDatabase(location);
  await database.close();
  if (positionals[0] === 'migrate') return bringUp(location, values['expand-only']);
  if (positionals[0] === 'status' && !values['expand-only']) return show(location);
  throw createUsageError(usage, 'Say what to do.');
});

async function bringUp(location: string, expandOnly: boolean): Promise<void> {
  let done = 0;
  const onDone = (name: string): void => {
    done += 1;
    console.log(`${name}  done`);
  };
  await migrate(location, allMigrations, { expandOnly, onDone });
  if (done === 0) console.log('There is nothing to do.');
}

function list(): void {
  for (const { name, phase } of steps) console.log(`${name}  ${phase}`);
  console.log(`Next: ${computeNextMigrationNumber(steps)}-<what it does>`);
}

async function show(location: string): Promise<void> {
  const { engine, db, close } = connectForMigrations(location);
  try {
    const state = await readSchemaState(db, steps);
    const done = steps.filter(({ name }) => state.ran.includes(name));
    const invalid =
      engine === 'postgres'
        ? await listInvalidIndexes(
            db,
            done.flatMap(({ indexes }) => indexes),
          )
        : [];
    for (const { name, phase } of steps)
      console.log(`${name}  ${phase}  ${state.ran.includes(name) ? 'done' : 'missing'}`);
    for (const { name, phase } of state.newer) console.log(`${name}  ${phase ?? 'unknown'}  by a newer release`);
    for (const index of invalid) console.log(`${index}  index  unusable: "npm run database -- migrate" builds it anew`);
    if (state.pending.length + invalid.length > 0) process.exitCode = 1;
    assertSchemaNotNewer(state);
  } finally {
    await close();
  }
}
