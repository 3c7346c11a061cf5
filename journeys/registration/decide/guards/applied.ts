import { readConditions } from '../conditions.ts';
import { readOwnSession } from '../session.ts';
import { findGuardPage } from './find-guard-page.ts';
import type { GuardDefinition } from '#engine/guards/types.ts';

/** Requires an application for membership (V5: intro → apply → confirmation). */
export const applied: GuardDefinition = {
  name: 'applied',
  needs: ['session'],
  reads: () => ['Cookie'],
  check(facts, site) {
    if (readOwnSession(facts)?.applied !== undefined)
      return { outcome: 'allowed', note: 'The visitor has applied for membership.' };
    const document = findGuardPage('applied', site, readConditions(facts));
    return { outcome: 'elsewhere', document, note: 'The visitor has not applied for membership.' };
  },
};
