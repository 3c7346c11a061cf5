import type { Settings } from './read-settings.ts';

/** The settings that browsers get. */
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

/** What the browser's client must know before its first call (C4); only what is configured is sent. */
export function startupDefaults(settings: DefaultsSettings): Readonly<Record<string, string>> {
  const own = `${settings.basePath}graphql`;
  const foreign = settings.graphqlUrl !== '';
  // Subscriptions of this server are on the same path; of a foreign backend only its operator knows where.
  const socket = settings.graphqlWsUrl || (foreign ? '' : own);
  return {
    environment: settings.environment,
    ...(settings.gtmContainerId !== '' && { gtmContainerId: settings.gtmContainerId }),
    acqBackendGraphqlURL: foreign ? settings.graphqlUrl : own,
    ...(settings.growthbookRealtimeKey !== '' && { growthbookUsage: 'on' }),
    // Nobody but this server can read an encrypted payload.
    ...((settings.growthbookRemoteEval || settings.growthbookDecryptionKey !== '') && { growthbookRemoteEval: 'on' }),
    ...(settings.growthbookClientKey !== 'sdk-local' && { growthbookClientKey: settings.growthbookClientKey }),
    ...(socket !== '' && { acqBackendGraphqlWsURL: socket }),
  };
}

/** Other hosts whose GraphQL API browsers call, as a page's policy names them. */
export function apiOrigins({ graphqlUrl, graphqlWsUrl }: Pick<Settings, 'graphqlUrl' | 'graphqlWsUrl'>): string[] {
  return [graphqlUrl, graphqlWsUrl].flatMap((url) => (url === '' ? [] : [new URL(url).origin]));
}
