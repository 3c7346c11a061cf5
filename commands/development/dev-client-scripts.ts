import type { ViteDevServer } from 'vite';
import type { ClientScripts } from '#engine/compile/types.ts';
import { listClientEntries } from '#engine/vike/client-plugin.ts';
import { viewsEntry } from '#engine/vike/views-bundle.ts';

/** Client modules as served by Vite; inlined ones are bundled again when changed. */
export async function createDevClientScripts(vite: ViteDevServer): Promise<ClientScripts> {
  const modules = Object.entries({ ...listClientEntries(), ...viewsEntry }).map(([name, source]) => [
    name,
    { file: devPath(source), imports: [] },
  ]);
  return {
    loader: await bundleInline(vite, 'loader'),
    moved: await bundleInline(vite, 'moved'),
    watcher: await bundleInline(vite, 'watcher'),
    modules: Object.fromEntries(modules),
  };
}

async function bundleInline(vite: ViteDevServer, name: string): Promise<string> {
  const { default: code } = (await vite.ssrLoadModule(`/engine/client/${name}.ts?behaviour`)) as {
    readonly default: string;
  };
  return code;
}

/** Vite's path, below the base path, of a source file or a virtual module. */
function devPath(source: string): string {
  return source.startsWith('./') ? source.slice(2) : `@id/__x00__${source}`;
}
