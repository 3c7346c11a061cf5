import type { Journey } from '#engine/decide/journey.ts';
import type { GuardFacts } from '#engine/guards/facts.ts';
import { readQueryValue } from '#engine/routing/split-url.ts';

/** First moment at which the riddle is another one. */
export const nextRiddle = Date.UTC(2026, 11, 24);

const isSolved = ({ session }: Pick<GuardFacts, 'session'>): boolean => session?.state === 'open';

/**
 * A journey for tests of the engine, which knows nothing of real ones: anyone who has a session has solved the riddle. `/riddle-<name>` and
 * `?riddle=<name>` of a landing name one; members are turned away from it.
 */
export const riddles: Journey = {
  name: 'riddles',
  guards: [
    {
      name: 'solved',
      needs: ['session'],
      reads: () => ['X-Riddle'],
      check: (facts) =>
        isSolved(facts)
          ? { outcome: 'allowed', note: 'The riddle is solved.' }
          : { outcome: 'elsewhere', document: 'pages/about-us', note: 'The riddle is not solved.' },
    },
    {
      name: 'closed',
      needs: [],
      reads: () => ['X-Closed'],
      check: () => ({ outcome: 'denied', note: 'Nobody may see this.' }),
    },
  ],
  facets: {
    solved: { needs: ['session'], read: ({ facts }) => (isSolved(facts) ? 'yes' : 'no') },
    season: {
      reads: ['X-Season'],
      read: ({ facts }) => (facts.now < nextRiddle ? 'summer' : 'winter'),
      holdsUntil: ({ facts }) => (facts.now < nextRiddle ? nextRiddle : null),
    },
    reason: { read: () => 'none' },
  },
  secretParameters: ['answer'],
  routeExtension: {
    needs: ['session'],
    matchPath: (path) => (path.startsWith('/riddle-') ? {} : null),
    matchQuery: (query) => (readQueryValue(query, 'riddle') === null ? null : {}),
    describe: ({ facts }) => `The riddle is ${facts.session?.state ?? 'not looked up'}.`,
    resolvePage({ facts: { session }, match }) {
      if (session === undefined || session.state === 'none') return null;
      return {
        document: isSolved({ session }) ? 'landings/summer' : 'landings/default',
        status: session.state === 'unknown' ? 503 : 200,
        query: `riddle=${match.path.slice('/riddle-'.length)}`,
      };
    },
    refusal: ({ facts: { session } }) =>
      session?.state === 'open' && session.role === 'member' ? { reason: 'member' } : null,
    startLanding: ({ facts }) => (isSolved(facts) ? 'landings/summer' : null),
  },
  documentNeeds({ route }) {
    if (route === '/own') return { needs: ['session'], personal: true };
    return route === '/begun' ? { needs: ['session'], personal: false } : null;
  },
  rewrite({ document }, { facts, query }) {
    if (document.route !== '/sphinx' || query !== '') return null;
    return isSolved(facts) ? { document: 'pages/own', redirect: true } : { document: 'pages/about-us' };
  },
  page(_shown, { query, match }, linkQuery) {
    const answer = query === '' ? null : readQueryValue(query, 'answer');
    if (answer === null && match.claimedBy === undefined) return null;
    return { values: { ...(answer !== null && { answer }), asked: linkQuery } };
  },
  denied: ({ match }) => ({ sphinx: match.path }),
};
