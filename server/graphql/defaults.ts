import type { FastifyInstance } from 'fastify';
import { type DefaultsSettings, startupDefaults } from '#server/platform/settings/startup-defaults.ts';

/** Served with and without the base path, because clients of other releases and hosts use either. */
export const DEFAULTS_PATH = '/acquisition/defaults.json';

export function addStartupDefaults(app: FastifyInstance, settings: DefaultsSettings): void {
  const defaults = startupDefaults(settings);
  app.get(DEFAULTS_PATH, (_request, reply) => reply.header('Cache-Control', 'no-store').send(defaults));
}
