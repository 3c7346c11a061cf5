import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { ClientModule } from '#engine/compile/types.ts';
import { bundleViews } from './views-bundle.ts';

/** List of the built modules, in their folder. */
const CLIENT_MODULES = 'client-modules.json';

const ISLAND = /^island:\.(\/.+\/(\w+)\.tsx)$/;

/** Read on demand and never imported: changes of imported settings would restart the development server. */
const GENERATED = join(import.meta.dirname, '../../schemas/generated/client-entries.json');

/** Modules for browsers by name: the client's own, one per journey element, island and behaviour. */
export function listClientEntries(): Record<string, string> {
  return {
    loader: './engine/client/loader.ts',
    moved: './engine/client/moved.ts',
    watcher: './engine/client/watcher.ts',
    seen: './engine/client/seen.ts',
    errors: './engine/client/errors.ts',
    'event-view': './engine/client/event-view.ts',
    cmp: './engine/client/cmp.ts',
    start: './engine/client/start.ts',
    islands: './engine/client/islands.ts',
    fields: './engine/client/fields.ts',
    tracking: './engine/client/tracking.ts',
    // Written by `gen`.
    ...(JSON.parse(readFileSync(GENERATED, 'utf8')) as Record<string, string>),
  };
}

/** Vite's wrapper of dynamic imports, 0.6 KB of the first module. Without module preloads and with styles in the page there is nothing to preload. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/** `island:<file>` is the block's component as the default export of a module. */
export function createClientPlugin(): Plugin {
  return {
    name: 'vitrine:client',
    resolveId(id) {
      if (!ISLAND.test(id)) return null;
      if (!Object.values(listClientEntries()).includes(id))
        this.error(`"${id}" is not an island. Its schema must say "kind": "island".`);
      return `\0${id}`;
    },
    load(id) {
      if (id === PRELOAD_HELPER) return 'export const __vitePreload = (load) => load();';
      const [, file, name] = id.startsWith('\0') ? (ISLAND.exec(id.slice(1)) ?? []) : [];
      return file === undefined ? null : `export { ${name} as default } from '${file}';`;
    },
    outputOptions: (options) => withNamedGroups(options),
    async generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const views = await bundleViews(this.environment.config.root);
      for (const { fileName, code } of views) this.emitFile({ type: 'asset', fileName, source: code });
      // Vike removes Vite's manifest; this one contains what pages need.
      const source = JSON.stringify({ ...modulesIn(bundle), ...listEntryModules(views) }, null, 2);
      this.emitFile({ type: 'asset', fileName: CLIENT_MODULES, source });
    },
  };
}

/** Vike adds a group whose name is a function; the bundler requires a string for its timing report. */
function withNamedGroups(options: Rolldown.OutputOptions): Rolldown.OutputOptions {
  const { codeSplitting } = options;
  if (typeof codeSplitting !== 'object' || codeSplitting.groups === undefined) return options;
  const groups = codeSplitting.groups.map((group) =>
    typeof group.name === 'function' ? { debugName: 'styles', ...group } : group,
  );
  return { ...options, codeSplitting: { ...codeSplitting, groups } };
}

function modulesIn(bundle: Rolldown.OutputBundle): Record<string, ClientModule> {
  const names = new Set(Object.keys(listClientEntries()));
  const modules = Object.values(bundle).flatMap((chunk): [string, ClientModule][] =>
    chunk.type === 'chunk' && chunk.isEntry && names.has(chunk.name)
      ? [[chunk.name, { file: chunk.fileName, imports: collectImports(chunk, bundle) }]]
      : [],
  );
  return Object.fromEntries(modules);
}

/** @param views code of pages with data, loaded together with the imports of its entry */
function listEntryModules(views: readonly Rolldown.OutputChunk[]): Record<string, ClientModule> {
  return Object.fromEntries(
    views.flatMap(({ isEntry, name, fileName, imports }) => (isEntry ? [[name, { file: fileName, imports }]] : [])),
  );
}

/** Static imports of a chunk, recursively, each once. */
function collectImports(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const visit = ({ imports }: Rolldown.OutputChunk): void => {
    for (const file of imports) {
      const imported = bundle[file];
      if (imported?.type !== 'chunk' || files.has(file)) continue;
      files.add(file);
      visit(imported);
    }
  };
  visit(entry);
  return [...files];
}
