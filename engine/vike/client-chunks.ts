import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const REACT = /(?:^|\/node_modules\/)react(?:$|\/)/;

type GetModuleInfo = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null;

/** Modules that the bundler adds to all files. */

/** Entries that a page loads on first interaction, as named in `listClientEntries`. */
const isFirst = (name: string): boolean => rankEntry(name) > 0;

function rankEntry(name: string): number {
  if (name === 'start') return 3;
  if (name === 'islands') return 2;
  return name.startsWith('island-') ? 1 : 0;
}

/**
 * Assigns client modules to files. An island needs three, which its page lists together: `start` (links and navigation), `islands` (React
 * and shared code), and `island-<type>`. Later imports are left to the bundler.
 *
 * Rules follow imports, not folder names, so that no file imports another one that its page did not list. A file contains at most one
 * entry: the bundler would create an empty file for each further one.
 */
export function createClientChunks(entries: Readonly<Record<string, string>>): {
  readonly plugin: Plugin;
  readonly groups: Rolldown.CodeSplittingGroup[];
} {
  let files: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'vitrine:client-chunks',
    buildEnd() {
      if (this.environment.name !== 'client') return;
      const { root } = this.environment.config;
      const ids = Object.entries(entries).map(([name, path]): [string, string] => [
        name,
        // Ids and the root have slashes on all systems.
        path.startsWith('.') ? posix.join(root, path) : `\0${path}`,
      ]);
      files = assignFiles(Object.fromEntries(ids), (id) => this.getModuleInfo(id));
    },
  };
  const names = Object.keys(entries).filter(isFirst);
  const groups = names.map((name): Rolldown.CodeSplittingGroup => ({
    name,
    test: (id) => name === files.get(id),
    // A group includes the imports of its modules, except those of groups with higher priority.
    priority: rankEntry(name),
  }));
  return { plugin, groups };
}

/**
 * The file of every module needed on first interaction, by id.
 * @param entries ids of separately loaded modules, by name
 */
export function assignFiles(
  entries: Readonly<Record<string, string>>,
  getModuleInfo: GetModuleInfo,
): ReadonlyMap<string, string> {
  const reach = (roots: readonly string[]): ReadonlySet<string> => reachableFrom(roots, getModuleInfo);
  const entriesWhere = (test: (name: string) => boolean): string[] =>
    Object.entries(entries).flatMap(([name, id]) => (test(name) ? [id] : []));
  const first = entriesWhere(isFirst);
  const start = reach(entriesWhere((name) => name === 'start'));
  const islands = reach(entriesWhere((name) => name === 'islands'));
  const blocks = Object.entries(entries).flatMap(([name, id]) =>
    name.startsWith('island-') ? [[name, reach([id])] as const] : [],
  );
  // Modules that need React are loaded by islands only.
  const needsReact = (id: string): boolean => [...reach([id])].some((reached) => REACT.test(reached));
  const later = reach(
    loadedLater(Object.values(entries), getModuleInfo).filter((id) => !first.includes(id) && !needsReact(id)),
  );
  return new Map(
    [...reach(first)].map((id) => {
      const own = blocks.flatMap(([name, reached]) => (reached.has(id) ? [name] : []));
      // Shared with later code, which must not import React.
      if (start.has(id) || later.has(id)) return [id, 'start'];
      const [only = 'islands', ...others] = own;
      return [id, islands.has(id) || others.length > 0 ? 'islands' : only];
    }),
  );
}

/** Entries, and targets of `import()` in reachable modules. */
function loadedLater(entries: readonly string[], getModuleInfo: GetModuleInfo): string[] {
  const roots = new Set(entries);
  // Iterating a set includes items that are added meanwhile.
  for (const root of roots) {
    for (const id of reachableFrom([root], getModuleInfo)) {
      for (const imported of getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(imported);
    }
  }
  return [...roots];
}

function reachableFrom(roots: readonly string[], getModuleInfo: GetModuleInfo): ReadonlySet<string> {
  const reached = new Set(roots);
  for (const id of reached) for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
}
