import type { FastifyInstance } from 'fastify';
import { type DefaultsSettings, buildStartupDefaults } from '#server/platform/settings/startup-defaults.ts';

/** Served with and without the base path, because clients of other releases and hosts use either. */
export const DEFAULTS_PATH = '/acquisition/defaults.json';

export function addStartupDefaults(app: FastifyInstance, settings: DefaultsSettings): void {
  const defaults = buildStartupDefaults(settings);
  app.get(DEFAULTS_PATH, (_request, reply) => reply.header('Cache-Control', 'no-store').send(defaults));
}
