import { type FeatureDefinition, type FeatureRule, GrowthBookClient } from '@growthbook/growthbook';
import { expect, test } from 'vitest';
import { Flags, type VisitorAttributes } from './flags.ts';
import { Split } from './split.ts';

const attributes: VisitorAttributes = { locale: 'de', applicationCountry: 'DE', device: 'phone', webView: false };
const two: FeatureRule = { key: 'hero', variations: ['a', 'b'], hashVersion: 2, hashAttribute: 'acqAnonymousId' };
const feature = (...rules: FeatureRule[]): FeatureDefinition => ({ defaultValue: 'a', rules });

const features: Readonly<Record<string, FeatureDefinition>> = {
  halves: feature(two),
  'first version of the hash': feature({ key: 'old', variations: ['a', 'b', 'c'] }),
  'a part of all visitors, with a seed': feature({ ...two, seed: 'another', coverage: 0.3, weights: [0.2, 0.8] }),
  'ranges with a gap': feature({
    ...two,
    ranges: [
      [0, 0.1],
      [0.5, 0.9],
    ],
    meta: [{ key: 'x' }, { key: 'y' }],
  }),
  'equal values': feature({ ...two, variations: ['a', 'a'] }),
  'a later phase': feature({ ...two, bucketVersion: 3, minBucketVersion: 3 }),
  'no key': feature({ variations: ['a', 'b'], hashVersion: 2 }),
};

test.each(Object.keys(features))('GrowthBook says the same of everyone: %s', (key) => {
  const flags = new Flags({ features });
  const sdk = new GrowthBookClient().initSync({ payload: { features } });
  expect(Split.of(key, features[key])).not.toBeNull();
  const differences: unknown[] = [];
  // More than there are buckets, so that most results are cached.
  for (let index = 0; index < 25_000; index++) {
    const id = `visitor-${index}-of-a-crowd`;
    const found = flags.evaluatorFor(id, attributes, {})(key);
    const { value, experimentResult } = sdk.evalFeature(key, { attributes: { id, acqAnonymousId: id } });
    const { assignment } = found ?? {};
    const own = [found?.value, assignment?.variation, assignment?.index, assignment?.position];
    const theirs = [value, experimentResult?.key, experimentResult?.variationId, experimentResult?.bucket];
    if (own.join() !== theirs.join()) differences.push({ id, own, theirs });
  }
  expect(differences).toEqual([]);
});

test.each<[string, FeatureDefinition]>([
  ['two rules', feature(two, two)],
  ['a condition', feature({ ...two, condition: { locale: 'de' } })],
  ['a prerequisite', feature({ ...two, parentConditions: [{ id: 'parent', condition: { value: true } }] })],
  ['a namespace', feature({ ...two, namespace: ['all', 0, 0.5] })],
  ['filters', feature({ ...two, filters: [{ seed: 's', ranges: [[0, 0.5]], hashVersion: 2 }] })],
  ['another attribute', feature({ ...two, hashAttribute: 'locale' })],
  ['a holdout that passes on', feature({ ...two, meta: [{ passthrough: true }, {}] })],
  ['a forced value', feature({ force: 'b' })],
  ['no rule', { defaultValue: 'a' }],
])('GrowthBook itself is asked about everyone by a feature with %s', (_what, definition) => {
  expect(Split.of('any', definition)).toBeNull();
});

test('a place at which GrowthBook sees a visitor elsewhere ends the keeping of answers', () => {
  const split = Split.of('halves', features['halves']);
  const place = split?.computePlace('anna') ?? 0;
  const assignment = { experiment: 'hero', variation: '0', index: 0, bucket: 'hero__0', sticky: false };
  split?.learn(place, { feature: 'halves', value: 'a', assignment: { ...assignment, position: place / 10_000 } });
  expect(split?.at(place)?.assignment).toEqual({ ...assignment, position: place / 10_000 });
  split?.learn(place + 1, { feature: 'halves', value: 'a', assignment: { ...assignment, position: place / 10_000 } });
  expect(split?.at(place)).toBeUndefined();
});

test('Ids have equal numbers exactly if all features have equal results for them', () => {
  const flags = new Flags({ features });
  const keys = Object.keys(features);
  const read = flags.createFirstAnswers(keys.map((key) => ({ key })));
  const results = (index: number) => {
    const evaluate = flags.evaluatorFor(`visitor-${index}-of-a-crowd`, attributes, {});
    return keys.map((key) => [evaluate(key)?.value, evaluate(key)?.assignment?.variation]).join('|');
  };
  // A number needs a result of every bucket.
  for (let index = 0; index < 4_000; index++) results(index);
  const byNumber = new Map<number | null | undefined, Set<string>>();
  for (let index = 0; index < 4_000; index++) {
    const number = read?.(`visitor-${index}-of-a-crowd`);
    byNumber.set(number, (byNumber.get(number) ?? new Set()).add(results(index)));
  }
  const found = [...byNumber.values()];
  expect([...byNumber.keys()]).not.toContain(null);
  expect(found.every(({ size }) => size === 1)).toBe(true);
  expect(new Set(found.flatMap((each) => [...each])).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(50);
});
