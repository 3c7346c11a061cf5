import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDataFolder, keepPrivate, makeDataFolder } from '#server/platform/data-folder/private-file.ts';

/**
 * The secret of demo mode: created on first start in the data folder, readable by its owner only. Written atomically; concurrent processes
 * get the same one.
 */
export async function readDemoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  await makeDataFolder(dataDir);
  const secret = await inDataFolder(file, async () => (await readStored(file)) ?? made(file));
  await keepPrivate(file);
  return secret;
}

async function readStored(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function made(file: string): Promise<string> {
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, randomBytes(32).toString('hex'), { mode: 0o600 });
    await link(part, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(part, { force: true });
  }
  return readFile(file, 'utf8');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
