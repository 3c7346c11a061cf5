import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable: the file of an embedded database with the tables of this release, see `tests/setup/model-databases.ts`. */
export const MODEL_DATABASE = 'TEST_EMBEDDED_MODEL';

/** A new folder for the data of a server, in which the embedded database has its tables already. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-data-'));
  const model = process.env[MODEL_DATABASE];
  if (model) await copyFile(model, join(folder, 'vitrine.sqlite'));
  return folder;
}
