import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mistake } from '#engine/base/errors.ts';
import type { ClientScripts } from '#engine/compile/types.ts';
import type { ReleaseFolder } from '#server/platform/build-record.ts';

/** What a build made for browsers. @throws when it is not whole */
export async function readClientScripts({ client }: Pick<ReleaseFolder, 'client'>): Promise<ClientScripts> {
  // Written by the build, beside the files it names.
  const list = await readFile(join(client, 'client-modules.json'), 'utf8');
  const modules = JSON.parse(list) as ClientScripts['modules'];
  return { loader: await inlined(client, 'loader', modules), moved: await inlined(client, 'moved', modules), modules };
}

async function inlined(client: string, name: string, modules: ClientScripts['modules']): Promise<string> {
  const { [name]: module } = modules;
  if (module === undefined) throw new Mistake(`The build has no module "${name}". Run npm run build.`);
  const code = await readFile(join(client, module.file), 'utf8');
  // A function keeps its names out of the page, where it runs as a plain script.
  return `(()=>{${code.trim()}})()`;
}

/** Code of the consent service. @throws when the build is not whole */
export async function readConsentService({ client }: Pick<ReleaseFolder, 'client'>): Promise<string> {
  const list = await readFile(join(client, 'client-modules.json'), 'utf8');
  return inlined(client, 'cmp', JSON.parse(list) as ClientScripts['modules']);
}
