import { relative } from 'node:path';
import type { ViteDevServer } from 'vite';

export type ChangeKind = 'content' | 'code' | 'schema';

/** Milliseconds in which an editor may write several files. */
const SETTLE = 15;

/**
 * Calls back once per burst of changes, with every kind of change in it, and once when every file has been seen for the first time: of what
 * is saved before that, the watcher reports nothing.
 */
export function watchProject(
  vite: ViteDevServer,
  root: string,
  onChange: (kinds: ReadonlySet<ChangeKind>) => void,
): void {
  let kinds = new Set<ChangeKind>();
  let timer: NodeJS.Timeout | undefined;
  vite.watcher.once('ready', () => onChange(new Set(['content'])));
  vite.watcher.on('all', (_event, file) => {
    const kind = kindOf(relative(root, file).replaceAll('\\', '/'));
    if (kind === null) return;
    kinds.add(kind);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const burst = kinds;
      kinds = new Set();
      onChange(burst);
    }, SETTLE);
  });
}

function kindOf(file: string): ChangeKind | null {
  if (/\.test\.tsx?$/.test(file)) return null;
  if (/^(?:pages-config|locales|images)\/|^blocks\/.*strings\.json$/.test(file)) return 'content';
  if (/^(?:blocks|schemas)\/.*\.schema\.json$/.test(file) && !file.startsWith('schemas/generated/')) return 'schema';
  return /^(?:blocks|engine|schemas)\//.test(file) ? 'code' : null;
}
