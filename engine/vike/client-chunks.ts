import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const REACT = /(?:^|\/node_modules\/)react(?:$|\/)/;

type GetModuleInfo = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null;

/** What the bundler adds to the modules of all files. */

/** Entries that a page loads with the first touch, as `clientEntries` names them. */
const isFirst = (name: string): boolean => rankEntry(name) > 0;

function rankEntry(name: string): number {
  if (name === 'start') return 3;
  if (name === 'islands') return 2;
  return name.startsWith('island-') ? 1 : 0;
}

/**
 * Which file a module of the client goes into. An island needs three, which its page names together: `start` takes links over and
 * navigates, `islands` is React with everything that islands share, and `island-<type>` is the block's own. What later steps import is
 * left to the bundler.
 *
 * The rules follow the imports, not the names of folders, so that no file drags along another one that its page did not name. At most
 * one entry is in a file: the bundler would make an empty file for each further one.
 */
export function clientChunks(entries: Readonly<Record<string, string>>): {
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
        // Ids and the root have slashes on every system.
        path.startsWith('.') ? posix.join(root, path) : `\0${path}`,
      ]);
      files = assignFiles(Object.fromEntries(ids), (id) => this.getModuleInfo(id));
    },
  };
  const names = Object.keys(entries).filter(isFirst);
  const groups = names.map((name): Rolldown.CodeSplittingGroup => ({
    name,
    test: (id) => name === files.get(id),
    // A group takes along what its modules import, but for what one of a higher priority has taken.
    priority: rankEntry(name),
  }));
  return { plugin, groups };
}

/**
 * The file of every module that a first touch needs, by its id.
 * @param entries ids of what is loaded by itself, by name
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
  // What needs React itself is loaded by islands alone, where it is there.
  const needsReact = (id: string): boolean => [...reach([id])].some((reached) => REACT.test(reached));
  const later = reach(
    loadedLater(Object.values(entries), getModuleInfo).filter((id) => !first.includes(id) && !needsReact(id)),
  );
  return new Map(
    [...reach(first)].map((id) => {
      const own = blocks.flatMap(([name, reached]) => (reached.has(id) ? [name] : []));
      // Shared with what is loaded later, which must not bring React along.
      if (start.has(id) || later.has(id)) return [id, 'start'];
      const [only = 'islands', ...others] = own;
      return [id, islands.has(id) || others.length > 0 ? 'islands' : only];
    }),
  );
}

/** Entries, and what `import()` names in anything that they reach. */
function loadedLater(entries: readonly string[], getModuleInfo: GetModuleInfo): string[] {
  const roots = new Set(entries);
  // A set that grows is walked to its end.
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
