import fc from 'fast-check';
import { expect } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import { match } from '#engine/decide/match.ts';
import type { Decision, Facts, PageDecision, RedirectDecision, TraceStep } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { anyText } from './any-text.ts';
import { makeFacts } from './make-facts.ts';

interface Visits {
  readonly site: Site;
  /** Pieces of URLs that mean something to the site. */
  readonly words: readonly string[];
  /** What is looked up. */
  readonly lookedUp: fc.Arbitrary<Partial<Facts>>;
}

function redirectMistakes({ location }: RedirectDecision, asked: string): string[] {
  const mistakes: string[] = [];
  if (!/^\/(?![/\\])[\u0021-\u007e]*$/.test(location)) mistakes.push('not a plain path of this site');
  if (new URL(location, 'https://www.example.com/').origin !== 'https://www.example.com')
    mistakes.push('leaves the site');
  if (location === asked) mistakes.push('leads to itself');
  return mistakes;
}

function pageMistakes({ document, facets, path }: PageDecision, site: Site): string[] {
  const mistakes: string[] = [];
  if (Object.keys(facets).join() !== site.documents.get(document)?.facets.join())
    mistakes.push('other facets than the document names');
  if (match(path, site).document === undefined) mistakes.push('a path that no document answers');
  return mistakes;
}

const anyUrl = (words: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    anyText,
    fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => url.slice('http://'.length)),
    fc
      .array(fc.constantFrom('/', '//', 'de', '?', '&', 'lang=', '%', '%2f', '\\', '..', '#', ...words), {
        maxLength: 12,
      })
      .map((pieces) => `/${pieces.join('')}`),
  );

const anyFacts = ({ words, lookedUp }: Visits): fc.Arbitrary<Partial<Facts> & { readonly url: string }> =>
  fc
    .tuple(
      fc.record({
        url: anyUrl(words),
        method: fc.constantFrom('GET', 'HEAD', 'POST'),
        acceptLanguage: anyText,
        referrer: fc.oneof(anyText, fc.webUrl(), fc.constant('https://coupons.example')),
        cookies: fc.dictionary(
          fc.oneof(fc.constantFrom('lang', 'vitrine_consent'), fc.string()),
          fc.oneof(fc.constantFrom(...locales), fc.string()),
        ),
        prefetch: fc.boolean(),
        navigation: fc.boolean(),
        now: fc.integer({ min: 0, max: 4e12 }),
      }),
      lookedUp,
    )
    .map(([facts, found]) => ({ ...facts, ...found }));

type Rule = fc.IPropertyWithHooks<[Partial<Facts> & { readonly url: string }]>;

/** Rules that hold for every decision about any visit of a site. */
export function decisionRules(visits: Visits): {
  readonly safe: Rule;
  readonly explained: Rule;
  readonly ending: Rule;
} {
  const { site } = visits;
  const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);
  const facts = anyFacts(visits);
  return {
    safe: fc.property(facts, (asked) => {
      const decision = visit(asked);
      expect(
        decision.kind === 'redirect' ? redirectMistakes(decision, asked.url) : pageMistakes(decision, site),
      ).toEqual([]);
    }),
    explained: fc.property(facts, (asked) => {
      const steps: TraceStep[] = [];
      const explained = decide(makeFacts(asked), site, (step) => steps.push(step));
      expect(explained).toEqual(visit(asked));
      const shown = explained.kind === 'page' ? explained.document : explained.location;
      expect(steps.at(-1)).toMatchObject({ step: 'result', note: expect.stringContaining(`"${shown}"`) });
    }),
    ending: fc.property(facts, (asked) => {
      let decision = visit(asked);
      for (let hops = 0; decision.kind === 'redirect'; hops += 1) {
        expect(hops).toBeLessThan(3);
        decision = visit({ ...asked, url: decision.location });
      }
    }),
  };
}
