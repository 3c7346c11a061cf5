import type { Facts, Match, Need } from '#engine/decide/types.ts';
import { within } from '#server/platform/within.ts';

type LookedUp = Pick<Facts, 'code' | 'token' | 'session'>;

/** What a look-up knows beside the request's facts. */
export interface Visitor {
  /** The unit that limits count visitors by, see `networkOf`. */
  readonly network: string;
}

/** Answers what a match needs to know before a decision; each need is answered in time or as unknown. */
export type LookUp = (match: Match, facts: Facts, visitor: Visitor) => Promise<LookedUp>;

/** One look-up per need; a rejected one counts as unknown. */
export type LookUps = {
  readonly [N in Need]: (match: Match, facts: Facts, visitor: Visitor) => Promise<NonNullable<LookedUp[N]>>;
};

/** Milliseconds a page waits for its look-ups. */
export const lookUpPatience = 150;

/** Milliseconds a page waits for a token: it is checked without asking anybody, so only a machine that is out of breath is late. */
export const tokenPatience = 2_000;

/** @param patience Milliseconds that all look-ups for one visitor object may take together: whoever asks again waits for the rest only. */
export function createLookUp(
  lookUps: LookUps,
  onFailure: (need: Need, error: unknown) => void,
  patience = lookUpPatience,
): LookUp {
  const deadlines = new WeakMap<Visitor, number>();
  const left = (visitor: Visitor): number => {
    const deadline = deadlines.get(visitor) ?? performance.now() + patience;
    deadlines.set(visitor, deadline);
    return Math.max(0, deadline - performance.now());
  };

  async function ask<N extends Need>(
    need: N,
    milliseconds: number,
    ...question: Parameters<LookUp>
  ): Promise<NonNullable<LookedUp[N]> | { readonly state: 'unknown' }> {
    try {
      return await within(milliseconds, `The look-up of the ${need}`, lookUps[need](...question));
    } catch (error) {
      onFailure(need, error);
      return { state: 'unknown' };
    }
  }

  return async (match, facts, visitor) => {
    const needs = new Set(match.needs);
    const [code, token, session] = await Promise.all([
      needs.has('code') ? ask('code', left(visitor), match, facts, visitor) : undefined,
      needs.has('token') ? ask('token', tokenPatience, match, facts, visitor) : undefined,
      needs.has('session') ? ask('session', left(visitor), match, facts, visitor) : undefined,
    ]);
    return { ...(code && { code }), ...(token && { token }), ...(session && { session }) };
  };
}

/** For a site without a registration backend: no code exists, nobody is logged in. */
export const noLookUps: LookUps = {
  code: () => Promise.resolve({ state: 'not-found' }),
  token: () => Promise.resolve({ state: 'missing' }),
  session: () => Promise.resolve({ state: 'none' }),
};
