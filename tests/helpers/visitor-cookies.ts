import { type VisitorId, writeVisitorId } from '#engine/shared/experiment-cookies.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { prepareSignedAssignments } from '#server/site/visitors/signed-assignments.ts';
import { SECRET } from './secret.ts';

/**
 * Cookies of a visitor as a server of tests writes them.
 *
 * @param assignments as the cookie holds them, such as `hero__0~test~t3k9x`; none when left out
 */
export function visitorCookies(
  { id, lasting = false }: Pick<VisitorId, 'id'> & Partial<VisitorId>,
  assignments = '',
  now = Date.now(),
  secret = SECRET,
): { readonly vitrine_visitor: string; readonly vitrine_arms: string } {
  const visitor = writeVisitorId({ id, lasting });
  const [key] = deriveSecrets(secret).visitor;
  return { vitrine_visitor: visitor, vitrine_arms: prepareSignedAssignments(key, assignments, now)(visitor) };
}

/** As a browser sends them. */
export const cookieHeader = (cookies: Readonly<Record<string, string>>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
