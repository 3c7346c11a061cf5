import type { Deployment, ResolveInput } from '#engine/documents/types.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import {
  listApiOrigins,
  type DefaultsSettings,
  buildStartupDefaults,
} from '#server/platform/settings/startup-defaults.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

type DeploymentSettings = DefaultsSettings &
  Pick<Settings, 'webhooks' | 'publicOrigin' | 'webViewScheme' | 'webViewBridge' | 'loginUrl' | 'sentryDsn' | 'mode'>;

export function buildDeployment(settings: DeploymentSettings): Deployment {
  const { basePath, publicOrigin, webViewScheme, webViewBridge, loginUrl, gtmContainerId, sentryDsn, mode } = settings;
  const origins = listApiOrigins(settings);
  return {
    basePath,
    publicOrigin,
    webViewScheme,
    ...(webViewBridge !== '' && { webViewBridge }),
    loginUrl: loginUrl === '' ? undefined : loginUrl,
    ...(gtmContainerId !== '' && { gtmContainerId }),
    // The tag manager container and its loader are part of pages for visitors who consented (T4).
    ...(settings.graphqlUrl === '' ? { startup: buildStartup(settings) } : { isGraphqlForeign: true }),
    ...(origins.length > 0 && { apiOrigins: origins }),
    webhooks: settings.webhooks.map(({ name }) => name),
    ...(sentryDsn !== '' && { reportsErrors: true as const }),
    ...(mode === 'demo' && { demonstration: true as const }),
  };
}

/** Without addresses of this server's GraphQL API, which the client knows. */
function buildStartup(settings: DeploymentSettings): Deployment['startup'] {
  const { acqBackendGraphqlURL: own, ...startup } = buildStartupDefaults({ ...settings, gtmContainerId: '' });
  return Object.fromEntries(Object.entries(startup).filter(([, value]) => value !== own));
}

/** Reads the project's files for a deployment, with its journeys. */
export function createProjectSource(root: string, settings: Settings): () => Promise<ResolveInput> {
  const deployment = buildDeployment(settings);
  return async () => ({ ...(await readProject(root)), deployment, journeys });
}
