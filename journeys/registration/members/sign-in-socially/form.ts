import type { UseCase } from '#server/forms/use-case.ts';
import { findFlow, readStepOffer } from '#journeys/registration/server/find-flow.ts';

/** The form that stands for a provider's answer where a step of a flow is meant. */
const STEP = 'social-step-1';

/**
 * Back from a provider (S4). Its answer counts once, as its code does; anyone who goes back there and chooses another account is
 * answered again. The session begins the flow after its first step.
 */
export const form: UseCase<'signInSocially'> = {
  route: { isReturn: true },
  prepare: ({ values: { token }, session }) => ({
    request: { answer: answerIn(token), browser: session.signIn ?? null },
  }),
  remember: {
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

/** Parameters in JSON; a browser brings them, so they may be anything. */
function answerIn(token: unknown): Readonly<Record<string, string>> {
  try {
    const parameters: unknown = JSON.parse(typeof token === 'string' ? token : '');
    const entries = Object.entries(typeof parameters === 'object' && parameters !== null ? parameters : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
