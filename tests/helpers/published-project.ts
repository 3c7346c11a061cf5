import { resolveOn } from '#engine/documents/resolve.ts';
import { filesUnder } from '#server/site/publications/overrides.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import { type Changes, smallProject } from './small-project.ts';

export interface SmallPublishedProject extends PublishedProject {
  /** Another build. */
  build(changes: Changes): void;
}

/** The small valid project, to be published over; its rules are checked in this thread. */
export function publishedProject(changes: Changes = {}): SmallPublishedProject {
  let input = smallProject(changes);
  const files = (): ReadonlyMap<string, string> => new Map(input.layers.flatMap((layer) => [...layer.files]));
  return {
    build: (other) => (input = smallProject(other)),
    files: async () => files(),
    inspect: async (overlays) =>
      overlays.map((overlay) => {
        const layers = [{ name: 'published' as const, files: filesUnder(files(), overlay) }];
        const result = resolveOn({ ...input, layers }, '2026-11-20');
        return result.ok ? result.warnings : result.findings;
      }),
  };
}
