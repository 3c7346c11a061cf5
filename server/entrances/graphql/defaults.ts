import type { FastifyInstance } from 'fastify';
import type { Settings } from '#server/platform/settings/read-settings.ts';

type DefaultsSettings = Pick<
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

/** C4: what the browser's client must know before its first call; only what is configured is told. */
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

/** `GET /acquisition/defaults.json`. */
export function addStartupDefaults(app: FastifyInstance, settings: DefaultsSettings): void {
  const defaults = startupDefaults(settings);
  app.get('/acquisition/defaults.json', (_request, reply) => reply.header('Cache-Control', 'no-store').send(defaults));
}
