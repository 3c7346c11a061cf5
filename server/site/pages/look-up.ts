import type { NeedDefinitions } from '#engine/decide/journey.ts';
import type { Facts, Match } from '#engine/decide/types.ts';
import type { Need, NeedFacts } from '#engine/guards/facts.ts';
import { within } from '#server/platform/within.ts';

interface Unknown {
  readonly state: 'unknown';
}

/** Facts by need. */
export type LookedUp = { readonly [N in Need]?: NeedFacts[N] | Unknown };

/** What a look-up knows beside the request's facts. */
export interface Visitor {
  /** The unit that limits count visitors by, see `networkOf`. */
  readonly network: string;
}

/** Answers what a match needs to know before a decision; each need is answered in time or as unknown. */
export type LookUp = (match: Match, facts: Facts, visitor: Visitor) => Promise<LookedUp>;

type Ask<Fact> = (match: Match, facts: Facts, visitor: Visitor) => Promise<Fact>;

/** One look-up per need; a rejected one counts as unknown. Where one is missing, nobody can be asked. */
export type LookUps = { readonly [N in Need]?: Ask<NeedFacts[N]> };

/** Milliseconds a page waits for its look-ups. */
export const lookUpPatience = 150;

/** @param patience Milliseconds that all look-ups for one visitor object may take together: whoever asks again waits for the rest only. */
export function createLookUp(
  lookUps: LookUps,
  definitions: NeedDefinitions,
  onFailure: (need: Need, error: unknown) => void,
  patience = lookUpPatience,
): LookUp {
  const deadlines = new WeakMap<Visitor, number>();
  const left = (visitor: Visitor): number => {
    const deadline = deadlines.get(visitor) ?? performance.now() + patience;
    deadlines.set(visitor, deadline);
    return Math.max(0, deadline - performance.now());
  };

  async function ask<N extends Need>(need: N, ...question: Parameters<LookUp>): Promise<NeedFacts[N] | Unknown> {
    const lookUp: Ask<NeedFacts[N]> | undefined = lookUps[need];
    const definition: NeedDefinitions[N] = definitions[need];
    if (lookUp === undefined) return definition?.without ?? { state: 'unknown' };
    const milliseconds = definition?.patience ?? left(question[2]);
    try {
      return await within(milliseconds, `The look-up of the ${need}`, lookUp(...question));
    } catch (error) {
      onFailure(need, error);
      return { state: 'unknown' };
    }
  }

  return async (match, facts, visitor) => {
    const found: { -readonly [N in Need]?: LookedUp[N] } = {};
    const find = async <N extends Need>(need: N): Promise<void> => {
      found[need] = await ask(need, match, facts, visitor);
    };
    await Promise.all([...new Set(match.needs)].map((need) => find(need)));
    return found;
  };
}
