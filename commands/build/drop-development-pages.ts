import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes Vike's own pages from public files, because `/dev` exists in development only, together with chunks that only they import.
 *
 * @param folder folder that contains `assets/`
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
