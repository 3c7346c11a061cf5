import { conversions, defaultGoalMetric } from '#schemas/generated/events.ts';

/** Data that GrowthBook may read. */
export interface GrowthBookView {
  /** View or table of the database. */
  readonly name: string;
  /** Purpose of the query, as a sentence of the documentation. */
  readonly holds: string;
  /** Query for GrowthBook on PostgreSQL. */
  readonly query: string;
  /** Tables and views behind it, which the role cannot read directly. */
  readonly madeOf: readonly string[];
}

/** All views of the data source; grant, documentation and test are derived from it (X15). */
export const dataViews: readonly GrowthBookView[] = [
  {
    name: 'experiment_viewed',
    holds:
      'Assignment query, identifier type `anonymous_id`, dimensions `locale`, `country`, `device`, `phase`, `revision`, `visit` (`new` or `returning`), `landing`, `consent` (`given` when it was evaluated, or `later`). A holdout is an experiment, too: its key is an `experiment_id`.',
    query: `select anonymous_id, timestamp, experiment_id, variation_id, locale, country, device, phase, revision,
  visit, landing, consent
from experiment_viewed`,
    madeOf: ['exposures', 'phase_exposures', 'exposure_rows'],
  },
  {
    name: 'conversion_events',
    holds: `Metrics, one query each; \`event\` is a conversion${conversions.length === 0 ? '' : `: ${conversions.map((event) => `\`${event}\``).join(', ')}`}.`,
    query: `select anonymous_id, timestamp
from conversion_events
where event = '${defaultGoalMetric ?? conversions[0] ?? ''}'`,
    madeOf: ['conversions'],
  },
  {
    name: 'exposures_by_hour',
    holds: 'All visitors, with and without consent to statistics, by hour.',
    query: `select experiment_id, variation_id, locale, hour, visitors, phase, device
from exposures_by_hour`,
    madeOf: ['exposure_counts', 'phase_exposure_counts', 'exposure_totals'],
  },
  {
    name: 'conversion_totals',
    holds: 'Conversions of all visitors, with and without consent to statistics, by hour.',
    query: `select experiment as experiment_id, variation as variation_id, event, hour::timestamptz as hour,
  conversions, phase
from conversion_totals`,
    madeOf: ['conversion_counts', 'phase_conversion_counts'],
  },
  {
    name: 'page_exposure_counts',
    holds: 'Visitors without a script, in experiments that count once a block was seen.',
    query: `select experiment as experiment_id, variation as variation_id, visitors, phase
from page_exposure_counts`,
    madeOf: [],
  },
  {
    name: 'paint_counts',
    holds: 'Page views by largest contentful paint, in steps.',
    query: `select experiment as experiment_id, variation as variation_id, step, pages, phase
from paint_counts`,
    madeOf: [],
  },
];

const ROLE = 'growthbook';

/** SQL that creates a role with access to these only. */
export const grant = `create role ${ROLE} login password 'choose one';
grant usage on schema public to ${ROLE};
grant select on
${dataViews.map(({ name }) => `  ${name}`).join(',\n')}
to ${ROLE};`;

/** Replaces the section about it in `docs/experiments.md`. */
export function withDataViews(page: string): string {
  const [begin, end] = ['<!-- data views -->', '<!-- /data views -->'];
  const sql = (text: string): string => `\`\`\`sql\n${text}\n\`\`\``;
  const parts = [
    'GrowthBook reads the database with a role that may read these views and nothing else:',
    sql(grant),
    ...dataViews.flatMap(({ holds, query }) => [holds, sql(query)]),
  ];
  return page.replace(new RegExp(`${begin}[^]*${end}`), () => `${begin}\n${parts.join('\n\n')}\n${end}`);
}
