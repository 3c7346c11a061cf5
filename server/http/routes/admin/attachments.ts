import type { FastifyReply } from 'fastify';

/** Sends a download, which browsers do not render. */
export function sendAttachment(
  reply: FastifyReply,
  { name, type, body }: { readonly name: string; readonly type: string; readonly body: string },
): FastifyReply {
  attach(reply, name, type);
  return reply.send(body);
}

/** Headers of a download. */
export function attach(reply: FastifyReply, name: string, type: string): void {
  reply.headers({
    'Cache-Control': 'private, no-store',
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Robots-Tag': 'noindex',
  });
}

/**
 * Content security policies of previews: no scripts, forms or cookies. Mails contain their styles; pages load fonts from their own origin, which
 * requires `allow-same-origin`.
 */
const shownPolicies = {
  mail: "default-src 'none'; img-src 'self' data:; font-src data:; style-src 'unsafe-inline'; sandbox",
  page: "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-same-origin",
  // Without a sandbox, in which some browsers send no events to the parent page.
  frame:
    "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
} as const;

/** Sends a preview of a mail or a page. */
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

/** Sends an image of an admin page. */
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
