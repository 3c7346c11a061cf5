import { screens } from '../../base/screens.ts';
import { ownSession } from '../session.ts';
import type { GuardDefinition } from '#engine/guards/types.ts';

/** Needs a visitor who has applied for membership (V5: intro → apply → confirmation); everybody else begins at the intro. */
export const applied: GuardDefinition = {
  name: 'applied',
  needs: ['session'],
  reads: () => ['Cookie'],
  check(facts) {
    return ownSession(facts)?.applied !== undefined
      ? { outcome: 'allowed', note: 'The visitor has applied for membership.' }
      : { outcome: 'elsewhere', route: screens.interest, note: 'The visitor has not applied for membership.' };
  },
};
