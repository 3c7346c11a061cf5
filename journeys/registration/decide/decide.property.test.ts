import fc from 'fast-check';
import { test } from 'vitest';
import { decisionRules } from '#tests/helpers/decision-rules.ts';
import { site } from '#tests/helpers/registration-sample-site.ts';
import type { CodeFact } from './facts.ts';

const code = fc.constantFrom<CodeFact>(
  { state: 'valid', inviterName: 'Ann', landing: null },
  { state: 'valid', inviterName: null, landing: 'landings/vip' },
  { state: 'not-found' },
  { state: 'unknown' },
);

const { safe, explained, ending } = decisionRules({
  site,
  words: ['about-us', 'summer', 'lobby', 'ABCD', 'rc=', 'redirectUrl=', 'https://', '_nav=1'],
  lookedUp: fc.record({ code }),
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
