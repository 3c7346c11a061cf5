import { resolve } from '#engine/documents/resolve.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Backend } from '#server/backend.ts';
import { openBackendForCommand } from '#server/open-backend.ts';
import { root } from '#server/platform/paths.ts';
import { projectSource } from '#server/site/holder/project-source.ts';
import { mistakeOf, requireSettings } from './run-command.ts';

/** Runs one task on the database that the server uses, beside a running server or without one. */
export async function withBackend<Result>(task: (backend: Backend) => Promise<Result>): Promise<Result> {
  const backend = await openBackendForCommand(requireSettings());
  return task(backend).finally(() => backend.close());
}

/** The same with the documents as they lie on disk. */
export async function withSite<Result>(task: (backend: Backend, site: Site) => Promise<Result>): Promise<Result> {
  const settings = requireSettings();
  const result = resolve(await projectSource(root, settings)());
  if (!result.ok) throw mistakeOf(result.findings);
  const backend = await openBackendForCommand(settings, result.site);
  return task(backend, result.site).finally(() => backend.close());
}
