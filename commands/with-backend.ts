import type { Site } from '#engine/documents/types.ts';
import type { Backend } from '#server/app/backend.ts';
import { root } from '#server/platform/paths.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import { toUserError, requireSettings } from './run-command.ts';

/**
 * Runs one task on the database that the server uses, beside a running server or without one.
 *
 * @param project The files, for a task about publications.
 */
export async function withBackend<Result>(
  task: (backend: Backend) => Promise<Result>,
  project?: PublishedProject,
): Promise<Result> {
  const settings = requireSettings();
  // Loaded when a command is understood: its help and its refusals come at once.
  const { openBackendForCommand } = await import('#server/app/open-backend.ts');
  const backend = await openBackendForCommand(settings, project && { project });
  return task(backend).finally(() => backend.close());
}

/** The same with the documents as they lie on disk. */
export async function withSite<Result>(task: (backend: Backend, site: Site) => Promise<Result>): Promise<Result> {
  const settings = requireSettings();
  const [{ openBackendForCommand }, { projectSource }, { resolve }] = await Promise.all([
    import('#server/app/open-backend.ts'),
    import('#server/site/store/project-source.ts'),
    import('#engine/documents/resolve.ts'),
  ]);
  const result = resolve(await projectSource(root, settings)());
  if (!result.ok) throw toUserError(result.findings);
  const backend = await openBackendForCommand(settings, { site: result.site });
  return task(backend, result.site).finally(() => backend.close());
}
