import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientScripts } from '#engine/compile/types.ts';
import { paths } from '#server/paths.ts';

/** What the build made for browsers. @throws when there is no finished build */
export async function readClientScripts(): Promise<ClientScripts> {
  // Written by the build, beside the files it names.
  const list = await readFile(join(paths.client, 'client-modules.json'), 'utf8');
  const modules = JSON.parse(list) as ClientScripts['modules'];
  const { loader } = modules;
  if (loader === undefined) throw new Error('The build has no loader. Run npm run build.');
  const code = await readFile(join(paths.client, loader.file), 'utf8');
  // A function keeps its names out of the page, where it runs as a plain script.
  return { loader: `(()=>{${code.trim()}})()`, modules };
}
