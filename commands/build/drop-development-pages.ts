import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Takes Vike's own pages out of what browsers may load: the one at `/dev` is for development alone. What only they imported goes with
 * them; a chunk that another script names stays.
 *
 * @param folder that holds `assets/`
 */
export async function dropDevelopmentPages(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  await rm(join(assets, 'entries'), { recursive: true, force: true });
  for (;;) {
    const files = (await readdir(assets, { recursive: true })).filter((file) => file.endsWith('.js'));
    const texts = new Map(
      await Promise.all(files.map(async (file) => [file, await readFile(join(assets, file), 'utf8')] as const)),
    );
    const unused = files.filter((file) => {
      const [place, name] = file.split(/[\\/]/);
      if (place !== 'chunks' || name === undefined) return false;
      return ![...texts].some(([other, text]) => other !== file && text.includes(name));
    });
    if (unused.length === 0) return;
    for (const file of unused) for (const end of ['', '.map']) await rm(join(assets, file + end), { force: true });
  }
}
