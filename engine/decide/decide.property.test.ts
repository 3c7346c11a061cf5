import fc from 'fast-check';
import { test } from 'vitest';
import type { SessionFact } from '#engine/guards/facts.ts';
import { decisionRules } from '#tests/helpers/decision-rules.ts';
import { site } from '#tests/helpers/sample-site.ts';

const session = fc.constantFrom<SessionFact>(
  { state: 'none' },
  { state: 'unknown' },
  { state: 'open', role: 'visitor', journeys: {} },
  { state: 'open', role: 'member', journeys: {} },
);

const { safe, explained, ending } = decisionRules({
  site,
  words: ['about-us', 'summer', 'own', 'sphinx', 'riddle-', 'riddle=', 'answer=', 'redirectUrl=', 'https://', '_nav=1'],
  lookedUp: fc.record({ session }),
});

test('P10: no URL and no header makes a decision throw, leave the site, or invent a page', () => {
  fc.assert(safe, { numRuns: 3000 });
});

test('P11: the explanation is of the very decision that is sent', () => {
  fc.assert(explained, { numRuns: 500 });
});

test('P12: following redirects always ends on a page', () => {
  fc.assert(ending, { numRuns: 2000 });
});
