import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mistake } from '#engine/base/errors.ts';
import type { ClientScripts } from '#engine/compile/types.ts';
import { paths } from '#server/platform/paths.ts';

/** What the build made for browsers. @throws when there is no finished build */
export async function readClientScripts(): Promise<ClientScripts> {
  // Written by the build, beside the files it names.
  const list = await readFile(join(paths.client, 'client-modules.json'), 'utf8');
  const modules = JSON.parse(list) as ClientScripts['modules'];
  return { loader: await inlined('loader', modules), moved: await inlined('moved', modules), modules };
}

async function inlined(name: string, modules: ClientScripts['modules']): Promise<string> {
  const { [name]: module } = modules;
  if (module === undefined) throw new Mistake(`The build has no module "${name}". Run npm run build.`);
  const code = await readFile(join(paths.client, module.file), 'utf8');
  // A function keeps its names out of the page, where it runs as a plain script.
  return `(()=>{${code.trim()}})()`;
}
