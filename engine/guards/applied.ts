import type { GuardDefinition } from './types.ts';

/** Needs a visitor who has applied for membership (V5: intro → apply → confirmation); everybody else begins at the intro. */
export const applied: GuardDefinition = {
  name: 'applied',
  needs: ['session'],
  reads: ['Cookie'],
  check({ session }) {
    return session?.state === 'open' && session.applied !== undefined
      ? { outcome: 'allowed', note: 'The visitor has applied for membership.' }
      : { outcome: 'intro', note: 'The visitor has not applied for membership.' };
  },
};
