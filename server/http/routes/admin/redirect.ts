import type { FastifyReply } from 'fastify';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { STORED_FORM_PARAMETER } from '#server/platform/requests/next-page.ts';

export const SIGN_IN = '/admin/signin';

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('Cache-Control', 'private, no-store').redirect(location, 303);
}

/** Query of a page that shows a stored form. */
export const toStoredFormQuery = (id: string): string =>
  new URLSearchParams({ [STORED_FORM_PARAMETER]: id }).toString();

/** Redirects to the sign-in page, and from there to a page with the stored form. */
export function redirectToSignIn(
  reply: FastifyReply,
  { site, locale }: { readonly site: Site; readonly locale: Locale },
  page: string,
  stored: string | null,
): FastifyReply {
  const next = stored === null ? page : `${page}?${toStoredFormQuery(stored)}`;
  const query = new URLSearchParams({ next }).toString();
  return redirect(reply, buildHref(site, { path: SIGN_IN, locale, query }));
}
