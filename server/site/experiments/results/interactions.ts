import type { ResolvedExperiment } from '#engine/documents/types.ts';
import {
  adjustedByHolm,
  differenceP,
  type Interaction,
  interaction,
  type Proportion,
} from '#engine/experiments/statistics/index.ts';
import type { Db } from '#server/platform/database/open-database.ts';

/** Two live experiments in their current phases, and consenting visitors in both. */
export interface MetPair {
  readonly experiments: readonly [string, string];
  readonly event: string;
  /** Visitors with one variation of each. */
  readonly visitors: number;
  /** P-value of the joint distribution of variations: small when one experiment influences the other's assignment. */
  readonly splitP: number;
  readonly cells: readonly MetCell[];
  /** Each treatment of one experiment combined with each of the other. */
  readonly interactions: readonly MetInteraction[];
}

export interface MetCell extends Proportion {
  readonly variations: readonly [string, string];
}

export interface MetInteraction {
  readonly variations: readonly [string, string];
  /** `null` without enough data. */
  readonly found: (Interaction & { /** Among all pairs that were looked at. */ readonly adjustedP: number }) | null;
}

/** All pairs of live experiments with common visitors, by the goal metric of each. */
export async function readInteractions(
  db: Db,
  experiments: readonly ResolvedExperiment[],
): Promise<readonly MetPair[]> {
  const live = experiments.filter(({ status }) => status === 'live');
  const pairs = live.flatMap((first, index) => live.slice(index + 1).map((second) => [first, second] as const));
  const met = [];
  for (const [first, second] of pairs)
    for (const event of new Set([first.goalMetric, second.goalMetric])) {
      const cells = await readCells(db, first, second, event);
      const visitors = cells.reduce((sum, cell) => sum + cell.visitors, 0);
      if (visitors === 0) continue;
      const treatments = first.variations
        .slice(1)
        .flatMap((one) => second.variations.slice(1).map((other) => [one.key, other.key] as const));
      met.push({
        experiments: [first.key, second.key] as const,
        event,
        visitors,
        splitP: splitP(cells, first, second),
        cells,
        interactions: treatments.map((variations) => ({
          variations,
          found: computeInteraction(cells, first, second, variations),
        })),
      });
    }
  const found = met.flatMap(({ interactions }) => interactions.flatMap((each) => each.found ?? []));
  const adjusted = adjustedByHolm(found.map(({ p }) => p)).values();
  return met.map((pair) => ({
    ...pair,
    interactions: pair.interactions.map((each) => ({
      ...each,
      found: each.found && { ...each.found, adjustedP: adjusted.next().value ?? 1 },
    })),
  }));
}

/** Each visitor counts once; those with multiple exposures are excluded. */
async function readCells(
  db: Db,
  first: ResolvedExperiment,
  second: ResolvedExperiment,
  event: string,
): Promise<readonly MetCell[]> {
  const shownOne = ({ key, phase }: ResolvedExperiment) =>
    db
      .selectFrom('exposure_rows')
      .select(({ fn }) => [
        'anonymous_id',
        fn.min('variation').as('variation'),
        fn.min('evaluated_at').as('evaluated_at'),
      ])
      .where('experiment', '=', key)
      .where('phase', '=', phase)
      .where('consented', '=', 1)
      .groupBy('anonymous_id')
      .having(({ fn }) => fn.count('variation').distinct(), '=', 1);
  const met = db
    .selectFrom(shownOne(first).as('one'))
    .innerJoin(shownOne(second).as('other'), 'other.anonymous_id', 'one.anonymous_id')
    .select(({ fn }) => [
      'one.variation as first',
      'other.variation as second',
      fn.countAll<number | string>().as('count'),
    ])
    .groupBy(['one.variation', 'other.variation']);
  const visitors = await met.execute();
  const converted = await met
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('conversions')
          .select('conversions.id')
          .whereRef('conversions.anonymous_id', '=', 'one.anonymous_id')
          .where('conversions.event', '=', event)
          // From the time when both were seen: earlier conversions cannot be due to the combination.
          .whereRef('conversions.at', '>=', 'one.evaluated_at')
          .whereRef('conversions.at', '>=', 'other.evaluated_at'),
      ),
    )
    .execute();
  return first.variations.flatMap((one) =>
    second.variations.map((other) => {
      const countIn = (rows: typeof visitors): number =>
        Number(rows.find((row) => row.first === one.key && row.second === other.key)?.count ?? 0);
      return {
        variations: [one.key, other.key] as const,
        visitors: countIn(visitors),
        conversions: countIn(converted),
      };
    }),
  );
}

const findCell = (cells: readonly MetCell[], one: string, other: string): Proportion =>
  cells.find(({ variations }) => variations[0] === one && variations[1] === other) ?? { visitors: 0, conversions: 0 };

function computeInteraction(
  cells: readonly MetCell[],
  first: ResolvedExperiment,
  second: ResolvedExperiment,
  [one, other]: readonly [string, string],
): Interaction | null {
  const [base = '', otherBase = ''] = [first.variations[0]?.key, second.variations[0]?.key];
  return interaction({
    control: { control: findCell(cells, base, otherBase), treatment: findCell(cells, base, other) },
    treatment: { control: findCell(cells, one, otherBase), treatment: findCell(cells, one, other) },
  });
}

/** P-value of the distribution of the second experiment's variations across those of the first. */
function splitP(cells: readonly MetCell[], first: ResolvedExperiment, second: ResolvedExperiment): number {
  const ps = second.variations.map(({ key }) =>
    differenceP(
      ...first.variations.map((one) => ({
        visitors: second.variations.reduce((sum, other) => sum + findCell(cells, one.key, other.key).visitors, 0),
        conversions: findCell(cells, one.key, key).visitors,
      })),
    ),
  );
  return Math.min(1, ...adjustedByHolm(ps));
}
