import type { FastifyInstance } from 'fastify';

/** Below the base path: the script that lists events in the debug bar, whatever the build has named its module. */
export const EVENT_VIEW_PATH = 'entrance/event-view.js';

/** @param module Address of that module */
export function addEventView(app: FastifyInstance, module: string): void {
  app.get(`/${EVENT_VIEW_PATH}`, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(`import ${JSON.stringify(module)};`),
  );
}
