import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder, makePrivate } from './private-file.ts';

interface Served {
  readonly mode: string;
  readonly port: number;
  readonly dataDir: string;
  readonly publicOrigin: string;
}

const nameFile = (folder: string): string => join(folder, 'server.origin');

/** Stores the origin of a demo for the commands beside it, whose environment may lack its `PORT`. Returns how to remove it. */
export async function storeServedOrigin({ mode, port, dataDir, publicOrigin }: Served): Promise<() => Promise<void>> {
  if (mode !== 'demo' || port === 0) return () => Promise.resolve();
  const file = nameFile(dataDir);
  await makeDataFolder(dataDir);
  await makePrivate(file);
  await writeFile(file, `${process.pid} ${publicOrigin}`);
  return () => rm(file, { force: true });
}

/** Settings of a command; beside a running demo with the origin of that server. */
export async function withServedOrigin<Settings extends Served>(settings: Settings): Promise<Settings> {
  if (settings.mode !== 'demo') return settings;
  const stored = await readFile(nameFile(settings.dataDir), 'utf8').catch(() => '');
  const [pid = '', origin = ''] = stored.split(' ');
  return isRunning(Number(pid)) && URL.canParse(origin) ? { ...settings, publicOrigin: origin } : settings;
}

/** A demo that was killed leaves its file. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
