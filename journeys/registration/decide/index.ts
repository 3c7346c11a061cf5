import type { Journey } from '#engine/decide/journey.ts';
import { toExactRegistrationCode } from '../shared/registration-code.ts';
import { codeRoutes } from './code.ts';
import { facets } from './facets.ts';
import { applied } from './guards/applied.ts';
import { code } from './guards/code.ts';
import { forbiddenReferrer } from './guards/forbidden-referrer.ts';
import { registration as registrationGuard } from './guards/registration.ts';
import { tokenWithEmail } from './guards/token-with-email.ts';
import { findRewrite } from './find-rewrite.ts';
import { findMessageLink } from './message-links.ts';
import { buildDeniedValues, findDocumentNeeds, buildPageAddition } from './page.ts';
import { storedItems } from './stored-items.ts';

/** The journey's part of decisions. */
export const registration: Journey = {
  name: 'registration',
  needs: {
    code: { without: { state: 'not-found' } },
    // Tokens are verified locally, so only an overloaded machine times out.
    token: { timeoutMs: 2_000, without: { state: 'missing' } },
  },
  guards: [code, forbiddenReferrer, tokenWithEmail, registrationGuard, applied],
  facets,
  secretParameters: ['token'],
  routeExtension: codeRoutes,
  documentNeeds: findDocumentNeeds,
  rewrite: findRewrite,
  page: buildPageAddition,
  denied: buildDeniedValues,
  messageLink: findMessageLink,
  referred(typed, inviterName) {
    const rc = toExactRegistrationCode(typed);
    if (rc === null) return null;
    return { query: `rc=${rc}`, facts: { code: { state: 'valid', inviterName, landing: null } } };
  },
  storedItems,
};
