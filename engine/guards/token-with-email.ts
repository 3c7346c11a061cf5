import type { GuardDefinition } from './types.ts';

/** Needs a valid token that carries an email and, when the document says so, was made for this purpose (G1). */
export const tokenWithEmail: GuardDefinition = {
  name: 'token-with-email',
  needs: ['token'],
  reads: [],
  check({ token }, _site, { purpose }) {
    if (token === undefined || token.state === 'missing')
      return { outcome: 'denied', note: 'The address carries no token.' };
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
