import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { UserError } from '#engine/shared/errors.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import { requireSettings, runCommand } from './run-command.ts';

const usage = {
  name: 'backup',
  summary: 'Copies the embedded database, page by page, while the server goes on writing.',
  calls: { '<file>': 'a consistent copy in a file, such as "backup.sqlite"' },
  options: {},
  positionals: 1,
};

await runCommand(usage, async (args) => {
  const [target = ''] = readArguments(usage, args).positionals;
  if (target === '') throw createUsageError(usage, 'Say where to.');
  const { databaseUrl, dataDir } = requireSettings();
  if (databaseUrl !== '') {
    throw new UserError('DATABASE_URL names a PostgreSQL database. Back it up with "pg_dump" or by archiving its log.');
  }
  const source = join(dataDir, 'vitrine.sqlite');
  const exists = await access(source).then(
    () => true,
    () => false,
  );
  if (!exists) throw new UserError(`There is no database at "${source}". Start the server once, or set DATA_DIR.`);
  // The back-up contains personal data: readable by its owner only.
  process.umask(0o077);
  const database = new DatabaseSync(source, { readOnly: true });
  const pages = await backup(database, target)
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(`"${target}" could not be written: ${reason}.`);
    })
    .finally(() => database.close());
  console.log(`Copied ${pages} pages to "${target}".`);
});
