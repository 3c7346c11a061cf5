import type { GuardDefinition } from './types.ts';

/**
 * Needs a valid token that carries an email and, when the document says so, was made for this purpose (G1). A visitor who used
 * such a token sees what came of it without one: it has left the address bar by then.
 */
export const tokenWithEmail: GuardDefinition = {
  name: 'token-with-email',
  needs: ['token', 'session'],
  reads: ['Cookie'],
  check({ token, session }, _site, { purpose }) {
    if (token === undefined || token.state === 'missing') {
      const used = session?.state === 'open' && purpose !== undefined && session.used?.[purpose] !== undefined;
      return used
        ? { outcome: 'allowed', note: `The visitor has used a token for "${purpose}".` }
        : { outcome: 'denied', note: 'The address carries no token.' };
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
