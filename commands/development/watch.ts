import { statSync } from 'node:fs';
import { relative } from 'node:path';
import type { ViteDevServer } from 'vite';
import { withoutJourney } from '#engine/documents/block-files.ts';

/** `schema`: inputs of `gen`; `program`: modules of the running server itself. */
export type ChangeKind = 'content' | 'code' | 'schema' | 'program';

/** A burst of saves: files by kind, as paths from the project's root. */
export type WatchedChanges = ReadonlyMap<ChangeKind, ReadonlySet<string>>;

/** Milliseconds in which an editor may write several files. */
const SETTLE_MS = 15;
/** Milliseconds by which the clock of a disk may lag. */
const CLOCK_SLACK_MS = 1000;
/** Milliseconds after a change; Vite's watcher drops further ones of the same file within 50. */
const LOOK_AGAIN_MS = 100;

type Event = 'add' | 'change' | 'unlink';

/**
 * Calls back once per burst of changes, and once when a watcher is ready, because earlier changes are not reported. While Vite restarts,
 * there is no watcher, so schemas count as changed afterwards.
 *
 * @returns call it with each further server: Vite creates a new one, with its own watcher, when it restarts
 */
export function watchProject(root: string, onChange: (changes: WatchedChanges) => void): (vite: ViteDevServer) => void {
  let burst = new Map<ChangeKind, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  const note = (kind: ChangeKind, file?: string): void => {
    const files = burst.get(kind) ?? new Set();
    if (file !== undefined) files.add(file);
    burst.set(kind, files);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const changes = burst;
      burst = new Map();
      onChange(changes);
    }, SETTLE_MS);
  };
  let isRestart = false;
  return (vite) => {
    const { watcher } = vite;
    const kind = isRestart ? 'schema' : 'content';
    isRestart = true;
    const since = Date.now();
    watcher.once('ready', () => {
      note(kind);
      if (forgetWritten(vite, since)) note('code');
    });
    for (const event of ['add', 'change', 'unlink'] as const) {
      watcher.on(event, (path) => {
        const file = relative(root, path).replaceAll('\\', '/');
        const changed = classifyChange(file, event);
        if (changed === null) return;
        note(changed, file);
        lookAgain(path, () => note(changed, file));
      });
    }
  };
}

/** Calls back after each further change of a file that was just saved, such as the second half of one. */
function lookAgain(path: string, onChange: () => void): void {
  const before = readState(path);
  setTimeout(() => {
    if (readState(path) === before) return;
    onChange();
    lookAgain(path, onChange);
  }, LOOK_AGAIN_MS).unref();
}

function readState(path: string): string {
  const { mtimeNs, size } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${mtimeNs} ${size}`;
}

/**
 * Invalidates modules whose files were changed or deleted since a time in milliseconds since the epoch, without waiting for the watcher.
 *
 * @returns whether there were any
 */
export function forgetWritten({ config, environments }: ViteDevServer, since: number): boolean {
  let found = false;
  for (const { moduleGraph } of Object.values(environments)) {
    for (const file of moduleGraph.fileToModulesMap.keys()) {
      // Modules without a file have other prefixes.
      if (!file.startsWith(`${config.root}/`) || file.includes('/node_modules/')) continue;
      const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
      if (modified < since - CLOCK_SLACK_MS) continue;
      moduleGraph.onFileChange(file);
      found = true;
    }
  }
  return found;
}

/** @param path from the project's root */
export function classifyChange(path: string, event: Event): ChangeKind | null {
  const file = withoutJourney(path);
  // Editor schemas are written after each save and are not part of pages.
  if (/\.test\.tsx?$|^schemas\/generated\/editor\//.test(file)) return null;
  if (file.startsWith('schemas/generated/')) return 'code';
  if (/^(?:pages-config|locales|images|videos|landing-templates)\/|^blocks\/.*strings\.json$/.test(file))
    return 'content';
  if (/^(?:blocks|journeys|schemas)\/.*\.schema\.json$|^journeys\/.*\.json$/.test(file)) return 'schema';
  // The registry lists the files of a block.
  if (event !== 'change' && file.startsWith('blocks/')) return 'schema';
  if (/^(?:blocks|engine|schemas)\/|^journeys\/[^/]+\/client\//.test(file)) return 'code';
  return /^(?:commands|server|journeys)\/.*\.ts$|^vitrine\.config\.ts$/.test(file) ? 'program' : null;
}
