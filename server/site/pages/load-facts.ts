import type { NeedDefinitions } from '#engine/decide/journey.ts';
import { STAFF_START } from '#engine/decide/staff-start.ts';
import type { Facts, Match } from '#engine/decide/types.ts';
import type { Need, NeedFacts } from '#engine/guards/facts.ts';
import { healthCheckTimes } from '#server/platform/database/database-health.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

interface Unknown {
  readonly state: 'unknown';
}

/** Facts by need. */
export type LoadedFacts = { readonly [N in Need]?: NeedFacts[N] | Unknown };

/** Context of a fact loader, beside the request's facts. */
export interface FactsVisitor {
  /** Rate limit key of the visitor, see `getRateLimitKey`. */
  readonly network: string;
}

/** Loads the facts that a match needs; each is loaded in time or unknown. Synchronous when all are in memory, as for most pages. */
export type LoadFacts = (match: Match, facts: Facts, visitor: FactsVisitor) => LoadedFacts | Promise<LoadedFacts>;

type Ask<Fact> = (match: Match, facts: Facts, visitor: FactsVisitor) => Fact | Promise<Fact>;

/** One loader per need; rejected and missing ones leave the fact unknown. */
export type FactLoaders = { readonly [N in Need]?: Ask<NeedFacts[N]> };

/** Timeout of fact loaders in milliseconds, in addition to the network latency of the database. */
export const loadFactsTimeoutMs = 150;

const isOfStaff = ({ path }: Match): boolean => path === STAFF_START || path.startsWith(`${STAFF_START}/`);

/**
 * @param timeoutMs total timeout per visitor object; repeated calls get the remaining time
 * @param distance additional milliseconds, see `DatabaseHealth`
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
      const milliseconds =
        definition?.timeoutMs ?? (isOfStaff(question[0]) ? healthCheckTimes.staffAnswer : left(question[2]));
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
