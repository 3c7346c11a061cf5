import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { isObject } from '#engine/documents/json.ts';
import { recordPhases } from '#engine/documents/record-phases.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { FileChange, FileChanges } from './content-state.ts';
import { type BuildFiles, listFilesUnder, type Overlay } from './overrides.ts';
import type { FileContent, ContentPath, RevisionFile } from './publications.ts';
import { isExperimentPath } from './scheduled-files.ts';

export interface PlannedChanges {
  readonly changes: FileChanges;
  /** Previous content, by path. */
  readonly before: (path: ContentPath) => FileContent;
}

export const resolveContent = (
  build: BuildFiles,
  path: ContentPath,
  { content, isReleased }: FileChange,
): FileContent => (isReleased ? (build.get(path) ?? null) : content);

/** Content before and after, by file. */
export const listChangedFiles = (build: BuildFiles, { changes, before }: PlannedChanges): readonly RevisionFile[] =>
  [...changes].map(([path, change]) => ({ path, before: before(path), after: resolveContent(build, path, change) }));

/** Adds the next phase to experiments that are live before and after, in the same phase. */
export function withNewPhases(
  build: BuildFiles,
  { changes, before }: PlannedChanges,
  experiments: readonly string[],
): FileChanges {
  const begun = new Map(changes);
  for (const key of experiments) {
    const path = `pages-config/experiments/${key}.json`;
    const change = changes.get(path);
    const text = change === undefined ? before(path) : resolveContent(build, path, change);
    const [was, is] = [parseSource(path, before(path) ?? '').value, parseSource(path, text ?? '').value];
    if (text === null || !isObject(was) || !isObject(is) || was['status'] !== 'live' || is['status'] !== 'live')
      continue;
    const [phase = 1, next = 1] = [was['phase'], is['phase']].map((each) => (typeof each === 'number' ? each : 1));
    if (next > phase) continue;
    begun.set(path, { content: rewriteJson(text, is, { ...is, phase: phase + 1 }), isReleased: false });
  }
  return begun;
}

/**
 * Adds the record of phases as `npm run gen` writes it, so that a later publication cannot mix visitors of two phases (X11).
 *
 * @param overlay content with the changes
 */
export function withPhases(build: BuildFiles, overlay: Overlay, changes: FileChanges): FileChanges {
  if (![...changes.keys()].some(isExperimentPath)) return changes;
  const files = listFilesUnder(build, overlay);
  const record = recordPhases(files);
  if (record === null || record === files.get(PHASES_FILE)) return changes;
  return new Map([...changes, [PHASES_FILE, { content: record, isReleased: false }]]);
}

/** Whether a rollback skips a file: the record of phases, and running experiments, whose assignments depend on it (X17). */
export const staysInRollBack = (path: ContentPath, now: FileContent, then: FileContent): boolean =>
  path === PHASES_FILE || (isExperimentPath(path) && now !== null && then !== null);
