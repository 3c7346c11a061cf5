import { readOwnSession } from '../session.ts';
import type { GuardDefinition } from '#engine/guards/types.ts';

/**
 * Requires a valid token with an email address, optionally for this purpose (G1). After the page was opened with the token, or the token
 * was used, the session suffices, because the token is removed from the address.
 */
export const tokenWithEmail: GuardDefinition = {
  name: 'token-with-email',
  needs: ['token', 'session'],
  reads: () => ['Cookie'],
  check(facts, _site, { purpose }) {
    const { token } = facts;
    if (token === undefined || token.state === 'missing') {
      const known = readOwnSession(facts);
      if (purpose !== undefined && known?.used?.[purpose] !== undefined)
        return { outcome: 'allowed', note: `The visitor has used a token for "${purpose}".` };
      if (purpose !== undefined && known?.opened?.[purpose] !== undefined)
        return { outcome: 'allowed', note: `The visitor has opened the page with a token for "${purpose}".` };
      return { outcome: 'denied', note: 'The address carries no token.' };
    }
    if (token.state !== 'valid') {
      const reason = token.state === 'refused' ? 'is forged or expired' : 'could not be checked in time';
      return { outcome: 'denied', note: `The token ${reason}.` };
    }
    if (token.email === '') return { outcome: 'denied', note: 'The token carries no email.' };
    if (purpose !== undefined && token.purpose !== purpose) {
      return { outcome: 'denied', note: `The token was made for "${token.purpose}", not for "${purpose}".` };
    }
    return { outcome: 'allowed', note: `The token for "${token.purpose}" is valid.` };
  },
};
