import type { Journey } from '#engine/decide/journey.ts';
import { exactRegistrationCode } from '../shared/registration-code.ts';
import { codeClaims } from './code.ts';
import { facets } from './facets.ts';
import { applied } from './guards/applied.ts';
import { code } from './guards/code.ts';
import { forbiddenReferrer } from './guards/forbidden-referrer.ts';
import { registration as registrationGuard } from './guards/registration.ts';
import { tokenWithEmail } from './guards/token-with-email.ts';
import { findRewrite } from './find-rewrite.ts';
import { messageLink } from './message-links.ts';
import { deniedValues, documentNeeds, pageAddition } from './page.ts';
import { storedItems } from './stored-items.ts';

/** How visitors with an invitation become members. */
export const registration: Journey = {
  name: 'registration',
  needs: {
    code: { without: { state: 'not-found' } },
    // A token is checked without asking anybody, so only a machine that is out of breath is late.
    token: { timeoutMs: 2_000, without: { state: 'missing' } },
  },
  guards: [code, forbiddenReferrer, tokenWithEmail, registrationGuard, applied],
  facets,
  secretParameters: ['token'],
  claims: codeClaims,
  documentNeeds,
  rewrite: findRewrite,
  page: pageAddition,
  denied: deniedValues,
  messageLink,
  referred(typed, inviterName) {
    const rc = exactRegistrationCode(typed);
    if (rc === null) return null;
    return { query: `rc=${rc}`, facts: { code: { state: 'valid', inviterName, landing: null } } };
  },
  storedItems,
};
