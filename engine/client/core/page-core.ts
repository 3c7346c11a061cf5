import { readCookie } from '../dom/cookies.ts';
import { reportProblem } from '../dom/problems.ts';
import { type ClientCore, createClientCore } from './index.ts';
import { startupValues } from './startup-values.ts';

let core: ClientCore | null = null;

/** Signs a member in (R25); this site's own server reads the cookie itself. */
const MEMBER_COOKIE = 'apollo:default.token';

/** The one client core of the page, whichever module asks first. */
export function pageCore(basePath: string): ClientCore {
  core ??= createClientCore({
    basePath,
    startup: startupValues,
    token: (own) => (own ? null : (readCookie(MEMBER_COOKIE) ?? null)),
    onError: (error, operation) => reportProblem(`graphql ${operation}`, error),
  });
  return core;
}
