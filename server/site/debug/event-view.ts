import type { FastifyInstance } from 'fastify';

/** Path below the base path: the script that lists events in the debug bar, independent of the module's name in the build. */
export const EVENT_VIEW_PATH = 'entrance/event-view.js';

/** @param module address of the module */
export function addEventView(app: FastifyInstance, module: string): void {
  app.get(`/${EVENT_VIEW_PATH}`, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(`import ${JSON.stringify(module)};`),
  );
}
