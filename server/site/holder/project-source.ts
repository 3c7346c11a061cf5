import type { Deployment, ResolveInput } from '#engine/documents/types.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

export function deploymentOf({
  basePath,
  publicOrigin,
  webViewScheme,
  loginUrl,
  gtmContainerId,
  errorReportsDsn,
  mode,
}: Pick<
  Settings,
  'basePath' | 'publicOrigin' | 'webViewScheme' | 'loginUrl' | 'gtmContainerId' | 'errorReportsDsn' | 'mode'
>): Deployment {
  return {
    basePath,
    publicOrigin,
    webViewScheme,
    loginUrl: loginUrl === '' ? undefined : loginUrl,
    ...(gtmContainerId !== '' && { gtmContainerId }),
    ...(errorReportsDsn !== '' && { reportsErrors: true as const }),
    ...(mode === 'demo' && { demonstration: true as const }),
  };
}

/** Reads the project's files for one deployment, with its journeys. */
export function projectSource(root: string, settings: Settings): () => Promise<ResolveInput> {
  const deployment = deploymentOf(settings);
  return async () => ({ ...(await readProject(root)), deployment, journeys });
}
