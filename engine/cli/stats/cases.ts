import { Ajv } from 'ajv';
import { UserError } from '#engine/shared/errors.ts';
import type { DifferenceType, Prior } from '#engine/experiments/statistics/index.ts';

export type Variation = readonly [visitors: number, conversions: number];

interface TestCase {
  /** The control first. */
  readonly arms: readonly [Variation, Variation];
  readonly difference: DifferenceType;
  readonly alpha: number;
  readonly expected: number;
  readonly ci: readonly [number, number];
  readonly stddev: number;
  /** Error without a result; `null` otherwise. */
  readonly errorMessage: string | null;
}

export interface FrequentistCase extends TestCase {
  readonly pValue: number;
}

export interface SequentialCase extends FrequentistCase {
  readonly tuning: number;
}

export interface BayesianCase extends TestCase {
  readonly prior: Prior | null;
  readonly chanceToWin: number;
  readonly risk: readonly [control: number, treatment: number];
}

export interface SampleRatioCase {
  readonly users: readonly number[];
  readonly weights: readonly number[];
  readonly pValue: number;
}

/** Cases with the results of GrowthBook's statistics engine; see `tests/conformance/gbstats-cases.README.md`. */
export interface StatisticsCases {
  readonly frequentist: readonly FrequentistCase[];
  readonly sequential: readonly SequentialCase[];
  readonly bayesian: readonly BayesianCase[];
  readonly srm: readonly SampleRatioCase[];
}

const number = { type: 'number' };
const count = { type: 'integer', minimum: 0 };
const buildListSchema = (items: object, length?: number): object => ({
  type: 'array',
  items,
  ...(length !== undefined && { minItems: length, maxItems: length }),
});
const buildObjectSchema = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const testCase = {
  arms: buildListSchema(buildListSchema(count, 2), 2),
  difference: { enum: ['absolute', 'relative'] },
  alpha: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  expected: number,
  ci: buildListSchema(number, 2),
  stddev: number,
  errorMessage: { type: ['string', 'null'] },
};
const prior = {
  ...buildObjectSchema({ mean: number, variance: { type: 'number', exclusiveMinimum: 0 } }),
  type: ['object', 'null'],
};

const validate = new Ajv({ allowUnionTypes: true }).compile<StatisticsCases>(
  buildObjectSchema({
    frequentist: buildListSchema(buildObjectSchema({ ...testCase, pValue: number })),
    sequential: buildListSchema(
      buildObjectSchema({ ...testCase, pValue: number, tuning: { type: 'number', exclusiveMinimum: 0 } }),
    ),
    bayesian: buildListSchema(
      buildObjectSchema({ ...testCase, prior, chanceToWin: number, risk: buildListSchema(number, 2) }),
    ),
    srm: buildListSchema(
      buildObjectSchema({ users: buildListSchema(count), weights: buildListSchema(number), pValue: number }),
    ),
  }),
);

/** @throws UserError with the position of an invalid value */
export function readCases(text: string, file: string): StatisticsCases {
  const cases = parse(text, file);
  if (validate(cases)) return cases;
  const [error] = validate.errors ?? [];
  const place = error?.instancePath === '' ? 'The file' : `"${error?.instancePath}"`;
  throw new UserError(
    `${file}: ${place} ${error?.message ?? 'is wrong'}. Cases are written as in tests/conformance/gbstats-cases.json.`,
  );
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}
