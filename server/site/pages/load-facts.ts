import type { NeedDefinitions } from '#engine/decide/journey.ts';
import type { Facts, Match } from '#engine/decide/types.ts';
import type { Need, NeedFacts } from '#engine/guards/facts.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

interface Unknown {
  readonly state: 'unknown';
}

/** Facts by need. */
export type LoadedFacts = { readonly [N in Need]?: NeedFacts[N] | Unknown };

/** What a look-up knows beside the request's facts. */
export interface FactsVisitor {
  /** The unit that limits count visitors by, see `rateLimitKey`. */
  readonly network: string;
}

/**
 * Answers what a match needs to know before a decision; each need is answered in time or as unknown. At once, without a timer or a
 * promise, where all of it is known in memory: so it is on most pages.
 */
export type LoadFacts = (match: Match, facts: Facts, visitor: FactsVisitor) => LoadedFacts | Promise<LoadedFacts>;

type Ask<Fact> = (match: Match, facts: Facts, visitor: FactsVisitor) => Fact | Promise<Fact>;

/** One look-up per need; a rejected one, or one that throws, counts as unknown. Where one is missing, nobody can be asked. */
export type FactLoaders = { readonly [N in Need]?: Ask<NeedFacts[N]> };

/** Milliseconds a page waits for its look-ups, beyond what the distance of the database costs. */
export const loadFactsTimeoutMs = 150;

/**
 * @param timeoutMs Milliseconds that all look-ups for one visitor object may take together: anyone who asks again waits for the rest only.
 * @param distance Milliseconds on top of it, see `DatabaseHealth`.
 */
export function createLoadFacts(
  factLoaders: FactLoaders,
  definitions: NeedDefinitions,
  onFailure: (need: Need, error: unknown) => void,
  timeoutMs = loadFactsTimeoutMs,
  distance: () => number = () => 0,
): LoadFacts {
  const deadlines = new WeakMap<FactsVisitor, number>();
  const left = (visitor: FactsVisitor): number => {
    const deadline = deadlines.get(visitor) ?? performance.now() + timeoutMs + distance();
    deadlines.set(visitor, deadline);
    return Math.max(0, deadline - performance.now());
  };

  type Answer<N extends Need> = NeedFacts[N] | Unknown;

  function ask<N extends Need>(need: N, ...question: Parameters<LoadFacts>): Answer<N> | Promise<Answer<N>> {
    const loadFacts: Ask<NeedFacts[N]> | undefined = factLoaders[need];
    const definition: NeedDefinitions[N] = definitions[need];
    if (loadFacts === undefined) return definition?.without ?? UNKNOWN;
    const failed = (error: unknown): Unknown => {
      onFailure(need, error);
      return UNKNOWN;
    };
    try {
      const answer = loadFacts(...question);
      if (!(answer instanceof Promise)) return answer;
      const milliseconds = definition?.timeoutMs ?? left(question[2]);
      return withTimeout(milliseconds, `The look-up of the ${need}`, answer).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  return (match, facts, visitor) => {
    const found: { -readonly [N in Need]?: LoadedFacts[N] } = {};
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
