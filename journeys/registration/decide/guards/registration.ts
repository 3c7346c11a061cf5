import type { Guard } from '#schemas/generated/documents.ts';
import { readConditions } from '../conditions.ts';
import type { RegistrationFacts } from '../facts.ts';
import { readOwnSession } from '../session.ts';
import { findGuardPage } from './find-guard-page.ts';
import type { GuardDefinition } from '#engine/guards/types.ts';

/** Requires a registration that has reached a step (R13–R16). */
export const registration: GuardDefinition = {
  name: 'registration',
  needs: ['session'],
  reads: () => ['Cookie'],
  check(facts, site, { step }) {
    const own = readOwnSession(facts);
    // Activation in the same browser ends the registration and may leave a voucher.
    const reached = own?.registration?.step ?? (own?.voucher === undefined ? null : 'activated');
    if (passes(own, reached, step)) {
      const isAnnounced = step === 'active';
      const note = isAnnounced
        ? 'The visitor knows of an account that is active.'
        : `The visitor’s registration is "${reached}".`;
      return { outcome: 'allowed', note };
    }
    const document = findGuardPage('registration', site, readConditions(facts));
    const note =
      reached === null
        ? 'The visitor has no open registration.'
        : `The visitor’s registration is "${reached}", not "${step}".`;
    return { outcome: 'elsewhere', document, note };
  },
};

function passes(own: RegistrationFacts | undefined, reached: string | null, step: Guard['step']): boolean {
  // An active address does not affect the visitor's own registration or draft.
  if (step === 'active') return reached === 'activated' || own?.active === true;
  return reached !== null && (step === undefined ? reached !== 'activated' : reached === step);
}
