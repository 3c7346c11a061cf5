import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#engine/shared/escape.ts';
import type { Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { RedirectEffect } from '#server/forms/effect.ts';

/** Whether a redirect leaves the site. */
export const isExternal = ({ to }: RedirectEffect): boolean => typeof to === 'object' && 'elsewhere' in to;

/**
 * A page that redirects to another site immediately. An HTTP redirect is impossible: the form's page has the policy `form-action 'self'`, which
 * also applies to redirects of its forms (CSP 3, 6.4.1).
 */
export function redirectExternal(reply: FastifyReply, location: string, site: Site, locale: Locale): FastifyReply {
  const words = escapeHtml(toPlainText(localizeText(site, 'leaving.provider', locale)));
  return reply
    .header('Refresh', `0; url=${location}`)
    .header('Referrer-Policy', 'origin')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${locale}"><title>${words}</title><p><a href="${escapeHtml(location)}">${words}</a></p></html>`,
    );
}
