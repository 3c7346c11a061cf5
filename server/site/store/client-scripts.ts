import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import type { ClientScripts } from '#engine/compile/types.ts';
import type { ReleaseFolder } from '#server/platform/build-record.ts';

/** Scripts of a build for browsers. @throws when the build is incomplete */
export async function readClientScripts({ client }: Pick<ReleaseFolder, 'client'>): Promise<ClientScripts> {
  // Written by the build, beside these files.
  const list = await readFile(join(client, 'client-modules.json'), 'utf8');
  const modules = JSON.parse(list) as ClientScripts['modules'];
  const [loader, moved, watcher] = await Promise.all([
    inlined(client, 'loader', modules),
    inlined(client, 'moved', modules),
    inlined(client, 'watcher', modules),
  ]);
  return { loader, moved, watcher, modules };
}

async function inlined(client: string, name: string, modules: ClientScripts['modules']): Promise<string> {
  const { [name]: module } = modules;
  if (module === undefined) throw new UserError(`The build has no module "${name}". Run npm run build.`);
  const code = await readFile(join(client, module.file), 'utf8');
  // Inlined as a plain script; the function scopes its names.
  return `(()=>{${code.trim()}})()`;
}

/** Scripts served at own addresses. */
export interface ServedScripts {
  /** Script of the consent service. */
  readonly consentService: string;
  /** Path, below the base path, of the module that lists events in the debug bar. */
  readonly eventView: string;
  /** Path, below the base path, of the application for editing pages. */
  readonly studio: string;
}

/** @throws when the build is incomplete */
export async function readServedScripts({ client }: Pick<ReleaseFolder, 'client'>): Promise<ServedScripts> {
  const list = await readFile(join(client, 'client-modules.json'), 'utf8');
  const modules = JSON.parse(list) as ClientScripts['modules'];
  const findFile = (name: string): string => modules[name]?.file ?? '';
  return {
    consentService: await inlined(client, 'cmp', modules),
    eventView: findFile('event-view'),
    studio: findFile('studio'),
  };
}
