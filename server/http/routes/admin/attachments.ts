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

/**
 * Of what is shown as others would get it: no script, no form, no cookie of its own. A mail brings its styles with it; a page loads fonts
 * from its origin, which it has to be of for that.
 */
const shownPolicies = {
  mail: "default-src 'none'; img-src 'self' data:; font-src data:; style-src 'unsafe-inline'; sandbox",
  page: "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-same-origin",
  // Not in a sandbox, where some browsers give no event to the page around it.
  frame:
    "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
} as const;

/** A mail or a page that staff look at. */
export function showHtml(
  reply: FastifyReply,
  { body, shows = 'mail' }: { readonly body: string; readonly shows?: keyof typeof shownPolicies },
): FastifyReply {
  reply.headers({
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': shownPolicies[shows],
  });
  return reply.send(body);
}

/** An image of an admin page, for the browser that shows it. */
export function sendImage(
  reply: FastifyReply,
  { image, type }: { readonly image: Uint8Array; readonly type: string },
): FastifyReply {
  reply.headers({
    'Cache-Control': 'private, max-age=86400, immutable',
    'Content-Type': type,
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  return reply.send(Buffer.from(image));
}
