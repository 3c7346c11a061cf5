import type { UseCase } from '#server/forms/use-case.ts';
import { findFlow, readStepOffer } from '#journeys/registration/server/find-flow.ts';

/** Name of the step for the callback of a provider. */
const STEP = 'social-step-1';

/**
 * Callback of a provider (S4). Each authorization code works once; choosing another account at the provider is a new callback. The session
 * continues the flow after its first step.
 */
export const form: UseCase<'signInSocially'> = {
  route: { isReturn: true },
  prepare: ({ values: { token }, session }) => ({
    request: { answer: answerIn(token), browser: session.signIn ?? null },
  }),
  sessionChanges: {
    identified({ draft, email, isVerified, validUntil }, { place, session }) {
      const begun = findFlow(STEP, place, session);
      return {
        draft,
        offer: readStepOffer(STEP, place, session),
        ...(begun && { flow: begun.flow, steps: [begun.step.name] }),
        ...(isVerified && { opened: { 'social-second-step': { email, validUntil } } }),
      };
    },
    'already-active': () => ({ active: true }),
  },
};

/** Parameters as JSON, untrusted. */
function answerIn(token: unknown): Readonly<Record<string, string>> {
  try {
    const parameters: unknown = JSON.parse(typeof token === 'string' ? token : '');
    const entries = Object.entries(typeof parameters === 'object' && parameters !== null ? parameters : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
