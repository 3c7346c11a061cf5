import type { Settings } from './read-settings.ts';

/** Settings for browsers. */
export type DefaultsSettings = Pick<
  Settings,
  | 'environment'
  | 'gtmContainerId'
  | 'graphqlUrl'
  | 'graphqlWsUrl'
  | 'basePath'
  | 'growthbookClientKey'
  | 'growthbookDecryptionKey'
  | 'growthbookRemoteEval'
  | 'growthbookRealtimeKey'
>;

/** What the browser client needs before its first request (C4); only configured values are sent. */
export function buildStartupDefaults(settings: DefaultsSettings): Readonly<Record<string, string>> {
  const own = `${settings.basePath}graphql`;
  const foreign = settings.graphqlUrl !== '';
  // Subscriptions of this server use the same path; for another backend it must be configured.
  const socket = settings.graphqlWsUrl || (foreign ? '' : own);
  return {
    environment: settings.environment,
    ...(settings.gtmContainerId !== '' && { gtmContainerId: settings.gtmContainerId }),
    acqBackendGraphqlURL: foreign ? settings.graphqlUrl : own,
    ...(settings.growthbookRealtimeKey !== '' && { growthbookUsage: 'on' }),
    // Only this server can decrypt an encrypted payload.
    ...((settings.growthbookRemoteEval || settings.growthbookDecryptionKey !== '') && { growthbookRemoteEval: 'on' }),
    ...(settings.growthbookClientKey !== 'sdk-local' && { growthbookClientKey: settings.growthbookClientKey }),
    ...(socket !== '' && { acqBackendGraphqlWsURL: socket }),
  };
}

/** Origins of an external GraphQL API, for the content security policy. */
export function listApiOrigins({ graphqlUrl, graphqlWsUrl }: Pick<Settings, 'graphqlUrl' | 'graphqlWsUrl'>): string[] {
  return [graphqlUrl, graphqlWsUrl].flatMap((url) => (url === '' ? [] : [new URL(url).origin]));
}
