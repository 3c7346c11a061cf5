import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { site } from '#tests/helpers/sample-site.ts';
import { decide } from './decide.ts';
import { match } from './match.ts';
import type { CodeFact, Decision, Facts, PageDecision, RedirectDecision, TraceStep } from './types.ts';

const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);

function redirectMistakes({ location }: RedirectDecision, asked: string): string[] {
  const mistakes: string[] = [];
  if (!/^\/(?![/\\])[\u0021-\u007e]*$/.test(location)) mistakes.push('not a plain path of this site');
  if (new URL(location, 'https://www.example.com/').origin !== 'https://www.example.com')
    mistakes.push('leaves the site');
  if (location === asked) mistakes.push('leads to itself');
  return mistakes;
}

function pageMistakes({ document, facets, path }: PageDecision): string[] {
  const mistakes: string[] = [];
  if (Object.keys(facets).join() !== site.documents.get(document)?.facets.join())
    mistakes.push('other facets than the document names');
  if (match(path, site).document === undefined) mistakes.push('a path that no document answers');
  return mistakes;
}

const anyUrl = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => url.slice('http://'.length)),
  fc
    .array(
      fc.constantFrom(
        '/',
        '//',
        'de',
        'about-us',
        'summer',
        'lobby',
        'ABCD',
        '?',
        '&',
        'lang=',
        'rc=',
        'de',
        '%',
        '%2f',
        '\\',
        '..',
        '#',
        'redirectUrl=',
        'https://',
        '_nav=1',
      ),
      { maxLength: 12 },
    )
    .map((pieces) => `/${pieces.join('')}`),
);
const anyFacts = fc.record({
  url: anyUrl,
  method: fc.constantFrom('GET', 'HEAD', 'POST'),
  acceptLanguage: fc.string({ unit: 'binary' }),
  referrer: fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constant('https://coupons.example')),
  cookies: fc.dictionary(
    fc.oneof(fc.constantFrom('lang', 'vitrine_consent'), fc.string()),
    fc.oneof(fc.constantFrom(...locales), fc.string()),
  ),
  code: fc.constantFrom<CodeFact>(
    { state: 'valid', inviterName: 'Ann', landing: null },
    { state: 'valid', inviterName: null, landing: 'landings/vip' },
    { state: 'not-found' },
    { state: 'unknown' },
  ),
  prefetch: fc.boolean(),
  navigation: fc.boolean(),
  now: fc.integer({ min: 0, max: 4e12 }),
});

test('D10: no URL and no header makes a decision throw, leave the site, or invent a page', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const decision = visit(facts);
      expect(decision.kind === 'redirect' ? redirectMistakes(decision, facts.url) : pageMistakes(decision)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test('D11: the explanation is of the very decision that is sent', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const steps: TraceStep[] = [];
      const explained = decide(makeFacts(facts), site, (step) => steps.push(step));
      expect(explained).toEqual(visit(facts));
      const shown = explained.kind === 'page' ? explained.document : explained.location;
      expect(steps.at(-1)).toMatchObject({ step: 'result', note: expect.stringContaining(`"${shown}"`) });
    }),
    { numRuns: 500 },
  );
});

test('D12: following redirects always ends on a page', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      let decision = visit(facts);
      for (let hops = 0; decision.kind === 'redirect'; hops += 1) {
        expect(hops).toBeLessThan(3);
        decision = visit({ ...facts, url: decision.location });
      }
    }),
    { numRuns: 2000 },
  );
});
