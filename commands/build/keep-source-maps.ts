import { glob, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Moves source maps from the public folder to the same folders below `maps`. */
export async function keepSourceMaps(client: string, maps: string): Promise<void> {
  for await (const file of glob('**/*.map', { cwd: client })) {
    await mkdir(dirname(join(maps, file)), { recursive: true });
    await rename(join(client, file), join(maps, file));
  }
}
