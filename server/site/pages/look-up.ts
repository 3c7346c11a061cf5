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

/**
 * Answers what a match needs to know before a decision; each need is answered in time or as unknown. At once, without a timer or a
 * promise, where all of it is known in memory: so it is on most pages.
 */
export type LookUp = (match: Match, facts: Facts, visitor: Visitor) => LookedUp | Promise<LookedUp>;

type Ask<Fact> = (match: Match, facts: Facts, visitor: Visitor) => Fact | Promise<Fact>;

/** One look-up per need; a rejected one, or one that throws, counts as unknown. Where one is missing, nobody can be asked. */
export type LookUps = { readonly [N in Need]?: Ask<NeedFacts[N]> };

/** Milliseconds a page waits for its look-ups, beyond what the distance of the database costs. */
export const lookUpPatience = 150;

/**
 * @param patience Milliseconds that all look-ups for one visitor object may take together: anyone who asks again waits for the rest only.
 * @param distance Milliseconds on top of it, see `Pulse`.
 */
export function createLookUp(
  lookUps: LookUps,
  definitions: NeedDefinitions,
  onFailure: (need: Need, error: unknown) => void,
  patience = lookUpPatience,
  distance: () => number = () => 0,
): LookUp {
  const deadlines = new WeakMap<Visitor, number>();
  const left = (visitor: Visitor): number => {
    const deadline = deadlines.get(visitor) ?? performance.now() + patience + distance();
    deadlines.set(visitor, deadline);
    return Math.max(0, deadline - performance.now());
  };

  type Answer<N extends Need> = NeedFacts[N] | Unknown;

  function ask<N extends Need>(need: N, ...question: Parameters<LookUp>): Answer<N> | Promise<Answer<N>> {
    const lookUp: Ask<NeedFacts[N]> | undefined = lookUps[need];
    const definition: NeedDefinitions[N] = definitions[need];
    if (lookUp === undefined) return definition?.without ?? UNKNOWN;
    const failed = (error: unknown): Unknown => {
      onFailure(need, error);
      return UNKNOWN;
    };
    try {
      const answer = lookUp(...question);
      if (!(answer instanceof Promise)) return answer;
      const milliseconds = definition?.patience ?? left(question[2]);
      return within(milliseconds, `The look-up of the ${need}`, answer).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  return (match, facts, visitor) => {
    const found: { -readonly [N in Need]?: LookedUp[N] } = {};
    const waiting: Promise<unknown>[] = [];
    const find = <N extends Need>(need: N): void => {
      const answer = ask(need, match, facts, visitor);
      if (answer instanceof Promise) waiting.push(answer.then((late) => (found[need] = late)));
      else found[need] = answer;
    };
    for (const need of new Set(match.needs)) find(need);
    return waiting.length === 0 ? found : Promise.all(waiting).then(() => found);
  };
}

const UNKNOWN: Unknown = Object.freeze({ state: 'unknown' });
