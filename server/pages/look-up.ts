import type { Facts, Match, Need } from '#engine/decide/types.ts';

type LookedUp = Pick<Facts, 'code' | 'token' | 'session'>;

/** Answers what a match needs to know before a decision; each need is answered in time or as unknown. */
export type LookUp = (match: Match, facts: Facts) => Promise<LookedUp>;

/** One look-up per need; a rejected one counts as unknown. */
export type LookUps = {
  readonly [N in Need]: (match: Match, facts: Facts) => Promise<NonNullable<LookedUp[N]>>;
};

/** Milliseconds a page waits for a look-up. */
const PATIENCE = 150;

export function createLookUp(lookUps: LookUps, onFailure: (need: Need, error: unknown) => void): LookUp {
  async function ask<N extends Need>(
    need: N,
    match: Match,
    facts: Facts,
  ): Promise<NonNullable<LookedUp[N]> | { readonly state: 'unknown' }> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`The look-up of the ${need} took longer than ${PATIENCE} ms.`)),
          PATIENCE,
        );
      });
      return await Promise.race([lookUps[need](match, facts), late]);
    } catch (error) {
      onFailure(need, error);
      return { state: 'unknown' };
    } finally {
      clearTimeout(timer);
    }
  }

  return async (match, facts) => {
    const needs = new Set(match.needs);
    const [code, token, session] = await Promise.all([
      needs.has('code') ? ask('code', match, facts) : undefined,
      needs.has('token') ? ask('token', match, facts) : undefined,
      needs.has('session') ? ask('session', match, facts) : undefined,
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
