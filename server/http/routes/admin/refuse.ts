import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageHandler } from '#server/site/pages/page-handler.ts';

export type Refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers?: readonly string[],
) => Promise<void>;

/** Sends the error page for a status. */
export function createRefuse(pageHandler: Pick<PageHandler, 'sendError'>): Refuse {
  return async (request, reply, status, headers = []) => {
    reply.hijack();
    await pageHandler.sendError(request.raw, reply.raw, status, headers);
  };
}
