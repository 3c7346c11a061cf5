import type { Site } from '#engine/documents/types.ts';
import type { Backend } from '#server/app/backend.ts';
import { withServedOrigin } from '#server/platform/data-folder/served-origin.ts';
import { root } from '#server/platform/paths.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import { toUserError, requireSettings } from './run-command.ts';

/**
 * Runs a task on the configured database, with or without a running server.
 *
 * @param project files, for a task about publications
 */
export async function withBackend<Result>(
  task: (backend: Backend) => Promise<Result>,
  project?: PublishedProject,
): Promise<Result> {
  const settings = requireSettings();
  // Loaded on demand, so that help and usage errors are fast.
  const { openBackendForCommand } = await import('#server/app/open-backend.ts');
  const backend = await openBackendForCommand(settings, project && { project });
  return task(backend).finally(() => backend.close());
}

/** The same with the documents on disk. */
export async function withSite<Result>(task: (backend: Backend, site: Site) => Promise<Result>): Promise<Result> {
  const settings = await withServedOrigin(requireSettings());
  const [{ openBackendForCommand }, { createProjectSource: projectSource }, { resolve }] = await Promise.all([
    import('#server/app/open-backend.ts'),
    import('#server/site/store/project-source.ts'),
    import('#engine/documents/resolve.ts'),
  ]);
  const result = resolve(await projectSource(root, settings)());
  if (!result.ok) throw toUserError(result.findings);
  const backend = await openBackendForCommand(settings, { site: result.site });
  return task(backend, result.site).finally(() => backend.close());
}
