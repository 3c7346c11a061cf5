import type { FastifyReply } from 'fastify';

/** Something to keep: nothing of it is shown in the browser. */
export function sendAttachment(
  reply: FastifyReply,
  { name, type, body }: { readonly name: string; readonly type: string; readonly body: string },
): FastifyReply {
  attach(reply, name, type);
  return reply.send(body);
}

/** Heads of something to take away. */
export function attach(reply: FastifyReply, name: string, type: string): void {
  reply.headers({
    'Cache-Control': 'private, no-store',
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Robots-Tag': 'noindex',
  });
}
