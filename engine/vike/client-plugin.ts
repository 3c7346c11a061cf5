import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { ClientModule } from '#engine/compile/types.ts';
import { bundleViews } from './views-bundle.ts';

/** Lists the built modules; lies beside them. */
const CLIENT_MODULES = 'client-modules.json';

const ISLAND = /^island:\.(\/.+\/(\w+)\.tsx)$/;

/** Read whenever it is asked for and never imported: what the settings of Vite import restarts a running development server. */
const GENERATED = join(import.meta.dirname, '../../schemas/generated/client-entries.json');

/** Everything that browsers load, by name: the client's own modules, one per element of a journey, per island and per behaviour. */
export function clientEntries(): Record<string, string> {
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

/** `island:<file>` is the block's component as the default export of a module. */
export function clientPlugin(): Plugin {
  return {
    name: 'vitrine:client',
    resolveId(id) {
      if (!ISLAND.test(id)) return null;
      if (!Object.values(clientEntries()).includes(id))
        this.error(`"${id}" is not an island. Its schema must say "kind": "island".`);
      return `\0${id}`;
    },
    load(id) {
      const [, file, name] = id.startsWith('\0') ? (ISLAND.exec(id.slice(1)) ?? []) : [];
      return file === undefined ? null : `export { ${name} as default } from '${file}';`;
    },
    outputOptions: (options) => withNamedGroups(options),
    async generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const views = await bundleViews(this.environment.config.root);
      for (const { fileName, code } of views) this.emitFile({ type: 'asset', fileName, source: code });
      // Vike takes Vite's manifest away; this one says just what pages need.
      const source = JSON.stringify({ ...modulesIn(bundle), ...listEntryModules(views) }, null, 2);
      this.emitFile({ type: 'asset', fileName: CLIENT_MODULES, source });
    },
  };
}

/** Vike adds a group whose name is a function; the bundler asks for a label to report its times under. */
function withNamedGroups(options: Rolldown.OutputOptions): Rolldown.OutputOptions {
  const { codeSplitting } = options;
  if (typeof codeSplitting !== 'object' || codeSplitting.groups === undefined) return options;
  const groups = codeSplitting.groups.map((group) =>
    typeof group.name === 'function' ? { debugName: 'styles', ...group } : group,
  );
  return { ...options, codeSplitting: { ...codeSplitting, groups } };
}

function modulesIn(bundle: Rolldown.OutputBundle): Record<string, ClientModule> {
  const names = new Set(Object.keys(clientEntries()));
  const modules = Object.values(bundle).flatMap((chunk): [string, ClientModule][] =>
    chunk.type === 'chunk' && chunk.isEntry && names.has(chunk.name)
      ? [[chunk.name, { file: chunk.fileName, imports: collectImports(chunk, bundle) }]]
      : [],
  );
  return Object.fromEntries(modules);
}

/** @param views what pages with data load; what its entry imports is loaded with it */
function listEntryModules(views: readonly Rolldown.OutputChunk[]): Record<string, ClientModule> {
  return Object.fromEntries(
    views.flatMap(({ isEntry, name, fileName, imports }) => (isEntry ? [[name, { file: fileName, imports }]] : [])),
  );
}

/** Files that a chunk needs before it runs, each once. */
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
