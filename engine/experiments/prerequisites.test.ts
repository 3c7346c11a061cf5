import { type FeatureApiResponse, type FeatureRule, GrowthBook } from '@growthbook/growthbook';
import { expect, test } from 'vitest';
import { visitorId } from '#tests/helpers/experiments.ts';
import { Flags } from './flags.ts';

const visitor = { locale: 'de', applicationCountry: '', device: 'desktop', webView: false } as const;
const split: FeatureRule = { key: 'parent', hashAttribute: 'id', hashVersion: 2, variations: ['off', 'on'] };

/** The child takes those for whom the parent says "on". */
function payloadWith(parent: readonly FeatureRule[], more: FeatureApiResponse['features'] = {}): FeatureApiResponse {
  return {
    features: {
      ...more,
      parent: { defaultValue: 'off', rules: [...parent] },
      child: {
        defaultValue: 'base',
        rules: [
          {
            ...split,
            key: 'child',
            variations: ['base', 'arm'],
            parentConditions: [{ id: 'parent', condition: { value: 'on' } }],
          },
        ],
      },
    },
  };
}

test('An experiment whose prerequisite is another experiment may enrol a new visitor, and its variations are those of GrowthBook’s SDK', () => {
  const payload = payloadWith([split]);
  const flags = new Flags(payload);
  expect(flags.targets('child', visitor)).toBe(true);
  const growthBook = new GrowthBook();
  growthBook.initSync({ payload });
  const seen = new Set<string | undefined>();
  for (let number = 0; number < 500; number++) {
    const id = visitorId(number);
    growthBook.setAttributes({ ...visitor, id, acqAnonymousId: id });
    const { experimentResult } = growthBook.evalFeature('child');
    const found = flags.evaluatorFor(id, visitor, {})('child')?.assignment?.variation;
    expect(found).toBe(experimentResult?.inExperiment === true ? experimentResult.key : undefined);
    seen.add(found);
  }
  expect([...seen].map(String).toSorted()).toEqual(['0', '1', 'undefined']);
});

test('So it is where a prerequisite of the prerequisite is an experiment, or a share of the visitors', () => {
  const grandchild = { force: 'on', parentConditions: [{ id: 'first', condition: { value: 'on' } }] };
  const first = { defaultValue: 'off', rules: [split] };
  expect(new Flags(payloadWith([grandchild], { first })).targets('child', visitor)).toBe(true);
  expect(new Flags(payloadWith([{ force: 'on', coverage: 0.5, hashAttribute: 'id' }])).targets('child', visitor)).toBe(
    true,
  );
});

test('No new visitor takes part where none meets the prerequisite, for each kind of visitor', () => {
  const flags = new Flags(payloadWith([{ force: 'on', condition: { locale: 'fr' } }]));
  expect(flags.targets('child', visitor)).toBe(false);
  expect(flags.targets('child', { ...visitor, locale: 'fr' })).toBe(true);
  const ring = payloadWith([{ force: 'on', parentConditions: [{ id: 'child', condition: { value: 'base' } }] }]);
  expect(() => new Flags(ring).targets('child', visitor)).not.toThrow();
});

test('Prerequisites that make no sense throw nothing', () => {
  const odd = (parentConditions: unknown): FeatureApiResponse =>
    payloadWith([{ ...split, parentConditions: parentConditions as never }]);
  for (const parents of ['none', [null], [{}], {}])
    expect(() => new Flags(odd(parents)).targets('child', visitor)).not.toThrow();
});
