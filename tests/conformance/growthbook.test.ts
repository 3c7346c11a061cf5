import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AutoExperiment,
  type ConditionInterface,
  type Experiment,
  type FeatureApiResponse,
  GrowthBook,
  GrowthBookClient,
  type SavedGroupsPayload,
  type StickyAssignmentsDocument,
  StickyBucketService,
  type UserContext,
} from '@growthbook/growthbook';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Flags, type VisitorAttributes } from '#engine/experiments/flags.ts';
import { decrypt } from '#server/site/flags/decrypt.ts';

type Context = FeatureApiResponse & UserContext;
type Expected = Readonly<Record<string, unknown>>;
type Range = readonly [number, number];

/** Each case is a list that begins with its name, or with its input. */
interface Cases {
  readonly evalCondition: readonly [string, ConditionInterface, object, boolean, SavedGroupsPayload?][];
  readonly feature: readonly [string, Context, string, Expected][];
  readonly contextualBandit: readonly [string, Context, string, Expected][];
  readonly run: readonly [string, Context, Experiment<unknown>, unknown, boolean, boolean][];
  readonly stickyBucket: readonly [
    string,
    Context,
    readonly StickyAssignmentsDocument[],
    string,
    Expected | null,
    Expected,
  ][];
  readonly hash: readonly [string, string, number, number | null][];
  readonly getBucketRange: readonly [string, readonly [number, number, number[] | null], readonly Range[]][];
  readonly getEqualWeights: readonly [number, readonly number[]][];
  readonly chooseVariation: readonly [string, number, [number, number][], number][];
  readonly inNamespace: readonly [string, string, [string, number, number], boolean][];
  readonly getQueryStringOverride: readonly [string, string, string, number, number | null][];
  readonly decrypt: readonly [string, string, string, string | null][];
  readonly urlRedirect: readonly [string, Context & { readonly experiments: AutoExperiment[] }, readonly Redirect[]][];
}

interface Redirect {
  readonly inExperiment: boolean;
  readonly urlRedirect: string | null;
  readonly urlWithParams: string | null;
}

/** A conformance test runs the cases of another project: these are GrowthBook's own; see the notice beside them. */
const cases: Cases = JSON.parse(readFileSync(join(import.meta.dirname, 'growthbook-cases.json'), 'utf8'));

/** Some cases are wrong on purpose, and the SDK says so on the console. */
function expectComplaints(): void {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
}

/** The multi-user client as the server makes it, and one visitor of it. */
function createClient({ features, experiments, savedGroups, contextualBandits, ...user }: Context) {
  const payload = {
    features,
    experiments,
    savedGroups,
    contextualBandits,
  };
  return { client: new GrowthBookClient().initSync({ payload }), payload, user };
}

/** An experiment of one visitor, through the client. */
function run<T>(experiment: Experiment<T>, attributes: object = {}, url = '') {
  return new GrowthBookClient()
    .initSync({ payload: {} })
    .runInlineExperiment(experiment, { attributes: { ...attributes }, url });
}

const variations = (count: number): [number, number, ...number[]] =>
  Array.from({ length: count }, (_, index) => index) as [number, number, ...number[]];

/** Ids of many visitors; every ten-thousandth between 0 and 1 is among their buckets. */
const visitors = Array.from({ length: 120_000 }, (_, index) => `v${index}`);

describe('conditions, through the flags that pages are decided by', () => {
  expectComplaints();
  test.each(cases.evalCondition)('%s', (_name, condition, attributes, expected, savedGroups = {}) => {
    const payload = { features: { it: { defaultValue: false, rules: [{ condition, force: true }] } }, savedGroups };
    expect(new Flags(payload).evaluatorFor(null, attributes as VisitorAttributes, {})('it')?.value).toBe(expected);
  });
});

describe('features, through the flags and the client', () => {
  test.each(cases.feature)('%s', (_name, context, key, expected) => {
    const { client, payload, user } = createClient(context);
    expect(client.evalFeature(key, user)).toMatchObject(withoutRuleId(expected));
    if (user.forcedVariations !== undefined || expected.source === 'unknownFeature') return;
    const { id = null, ...attributes } = user.attributes ?? {};
    if (id !== null && typeof id !== 'string') return;
    expect(new Flags(payload).evaluatorFor(id, attributes as VisitorAttributes, {})(key)?.value).toEqual(
      expected.value,
    );
  });
});

describe('contextual bandits, through the client', () => {
  test.each(cases.contextualBandit)('%s', (_name, context, key, expected) => {
    const { client, user } = createClient(context);
    expect(client.evalFeature(key, user)).toMatchObject(withoutRuleId(expected));
  });
});

describe('experiments, through the client', () => {
  test.each(cases.run)('%s', (_name, context, experiment, value, inExperiment, hashUsed) => {
    const { client, user } = createClient(context);
    expect(client.runInlineExperiment(experiment, user)).toMatchObject({ value, inExperiment, hashUsed });
  });
});

class Documents extends StickyBucketService {
  readonly documents = new Map<string, StickyAssignmentsDocument>();

  async getAssignments(name: string, value: string): Promise<StickyAssignmentsDocument | null> {
    return this.documents.get(this.getKey(name, value)) ?? null;
  }

  async saveAssignments(document: StickyAssignmentsDocument): Promise<unknown> {
    this.documents.set(this.getKey(document.attributeName, document.attributeValue), document);
    return undefined;
  }
}

describe('sticky buckets, through the client', () => {
  test.each(cases.stickyBucket)('%s', async (_name, context, given, key, expected, after) => {
    const { client, user } = createClient(context);
    const service = new Documents();
    for (const document of given) await service.saveAssignments(document);
    const { stickyBucketAssignmentDocs: brought, ...rest } = user;
    for (const document of Object.values(brought ?? {})) await service.saveAssignments(document);
    const visitor = await client.applyStickyBuckets(rest, service);
    const result = client.evalFeature(key, visitor).experimentResult ?? null;
    // No result is expected as `null`; of a result only what the case names.
    expect([result]).toMatchObject([expected]);
    await Promise.resolve();
    expect(Object.fromEntries(service.documents)).toMatchObject(after);
  });
});

describe('hashing, through the bucket of an experiment', () => {
  test.each(cases.hash)('seed %j, value %j, version %j', (seed, value, hashVersion, expected) => {
    const { bucket, inExperiment } = run({ key: seed, seed, hashVersion, variations: [0, 1] }, { id: value });
    expect(inExperiment ? bucket : null).toBe(expected);
  });
});

/** Checks for many visitors that the variation is the one whose range holds the bucket. */
function expectRanges(experiment: Experiment<number>, ranges: readonly Range[]): void {
  for (const id of visitors.slice(0, 400)) {
    const { bucket = -1, variationId } = run(
      { ...experiment, hashVersion: 2, coverage: 1, weights: [0.5, 0.5], variations: [0, 1] },
      { id },
    );
    const expected = ranges.findIndex(([from, to]) => bucket >= from && bucket < to);
    const result = run({ ...experiment, hashVersion: 2 }, { id });
    expect(result.inExperiment ? result.variationId : -1, `${id} at ${bucket} (${variationId})`).toBe(expected);
  }
}

describe('ranges of buckets, through the variations of many visitors', () => {
  expectComplaints();
  test.each(cases.getBucketRange)('%s', (_name, [count, coverage, weights], ranges) => {
    expectRanges({ key: 'ranges', variations: variations(count), coverage, ...(weights && { weights }) }, ranges);
  });
});

describe('equal weights, through the variations of many visitors', () => {
  // An experiment needs two variations: the cases for fewer have no way through the SDK.
  test.each(cases.getEqualWeights.filter(([count]) => count >= 2))('%i variations', (count, weights) => {
    const ends = weights.map((_, index) => (index + 1) / count);
    const ranges = ends.map((end) => [end - 1 / count, end] as const);
    expectRanges({ key: 'equal', variations: variations(count) }, ranges);
    expect(weights[0]).toBeCloseTo(1 / count, 6);
  });
});

describe('the choice of a variation, through a visitor with that very bucket', () => {
  const idAt = (place: number): string => {
    const found = visitors.find(
      (id) => run({ key: 'place', hashVersion: 2, variations: [0, 1] }, { id }).bucket === place,
    );
    if (found === undefined) throw new Error(`No visitor falls on ${place}.`);
    return found;
  };
  test.each(cases.chooseVariation)('%s', (_name, place, ranges, expected) => {
    const id = idAt(place);
    const { inExperiment, variationId } = run(
      { key: 'place', hashVersion: 2, variations: variations(ranges.length), ranges },
      { id },
    );
    expect(inExperiment ? variationId : -1).toBe(expected);
  });
});

describe('namespaces, through an experiment', () => {
  test.each(cases.inNamespace)('%s', (_name, id, namespace, expected) => {
    expect(run({ key: 'space', variations: [0, 1], namespace }, { id }).inExperiment).toBe(expected);
  });
});

describe('variations in the URL, through an experiment', () => {
  test.each(cases.getQueryStringOverride)('%s', (_name, key, url, count, expected) => {
    const { hashUsed, inExperiment, variationId } = run({ key, variations: variations(count) }, { id: '1' }, url);
    expect(inExperiment && !hashUsed ? variationId : null).toBe(expected);
  });
});

describe('encrypted payloads, through the reader of payloads', () => {
  test.each(cases.decrypt)('%s', (_name, encrypted, key, expected) => {
    expect(orNull(() => decrypt(encrypted, key))).toBe(expected);
  });
});

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

describe('redirects, through the SDK for one visitor: the server redirects by documents instead', () => {
  test.each(cases.urlRedirect)('%s', (_name, context, expected) => {
    const { attributes = {}, url = '', experiments } = context;
    const visitor = new GrowthBook({ attributes, url, experiments, navigate: () => undefined });
    const redirect = expected.find(({ inExperiment }) => inExperiment);
    expect(visitor.getRedirectUrl()).toBe(redirect?.urlWithParams ?? '');
    visitor.destroy();
    const { client, user } = createClient({ attributes, url });
    const redirects = experiments
      .map((experiment) => client.runInlineExperiment(experiment, user))
      .filter(({ inExperiment }) => inExperiment)
      .flatMap(({ value }) => value.urlRedirect ?? []);
    expect(redirects[0]).toBe(redirect?.urlRedirect);
  });
});

test('every section of the cases is run here', () => {
  const sections = Object.keys(cases).filter((name) => name !== 'specVersion');
  const source = readFileSync(import.meta.filename, 'utf8');
  expect(sections.filter((name) => !source.includes(`cases.${name}`))).toEqual([]);
});

/** The SDK of this version gives rules an id of its own where a case says nothing about it. */
function withoutRuleId({ ruleId: _ruleId, ...expected }: Record<string, unknown>): Record<string, unknown> {
  return expected;
}
