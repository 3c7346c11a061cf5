import type { FastifyInstance } from 'fastify';
import { type DefaultsSettings, startupDefaults } from '#server/platform/settings/startup-defaults.ts';

/** `GET /acquisition/defaults.json`. */
export function addStartupDefaults(app: FastifyInstance, settings: DefaultsSettings): void {
  const defaults = startupDefaults(settings);
  app.get('/acquisition/defaults.json', (_request, reply) => reply.header('Cache-Control', 'no-store').send(defaults));
}
