import { readCookie } from '../dom/cookies.ts';
import { reportProblem } from '../dom/problems.ts';
import { type ClientCore, createClientCore } from './index.ts';
import { readStartupValues } from './read-startup-values.ts';

let core: ClientCore | null = null;

/** Cookie of a signed-in member (R25); this site's server reads it directly. */
const MEMBER_COOKIE = 'apollo:default.token';

/** The client core of the page, shared by all modules. */
export function getPageCore(basePath: string): ClientCore {
  core ??= createClientCore({
    basePath,
    startup: readStartupValues,
    token: (own) => (own ? null : (readCookie(MEMBER_COOKIE) ?? null)),
    onError: (error, operation) => reportProblem(`graphql ${operation}`, error),
  });
  return core;
}
