import type { ViteDevServer } from 'vite';
import type { ClientScripts } from '#engine/compile/types.ts';
import { clientEntries } from '#engine/vike/client-plugin.ts';

/** The client's modules as Vite serves them from their sources; the loader is bundled anew whenever it changed. */
export async function devClientScripts(vite: ViteDevServer): Promise<ClientScripts> {
  const { default: loader } = (await vite.ssrLoadModule('/engine/client/loader.ts?behaviour')) as {
    readonly default: string;
  };
  const modules = Object.entries(clientEntries()).map(([name, source]) => [
    name,
    { file: devPath(source), imports: [] },
  ]);
  return { loader, modules: Object.fromEntries(modules) };
}

/** Path below the base path under which Vite answers a source file or a virtual module. */
function devPath(source: string): string {
  return source.startsWith('./') ? source.slice(2) : `@id/__x00__${source}`;
}
