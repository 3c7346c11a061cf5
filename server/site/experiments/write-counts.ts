import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { GroupedCounter, type GroupedCount } from './grouped-counter.ts';

/** Counter tables: one row per combination of keys. */
const counters = {
  exposures: {
    table: 'phase_exposure_counts',
    words: ['experiment', 'phase', 'variation', 'locale', 'device', 'hour'],
    sum: 'visitors',
  },
  conversions: {
    table: 'phase_conversion_counts',
    words: ['experiment', 'phase', 'variation', 'event', 'hour'],
    sum: 'conversions',
  },
  pages: { table: 'page_exposure_counts', words: ['experiment', 'phase', 'variation'], sum: 'visitors' },
  paints: { table: 'paint_counts', words: ['experiment', 'phase', 'variation', 'step'], sum: 'pages' },
  surplus: { table: 'surplus_counts', words: ['experiment', 'phase', 'day'], sum: 'visits' },
  networks: {
    table: 'network_exposure_counts',
    words: ['experiment', 'phase', 'variation', 'day', 'network'],
    sum: 'visitors',
  },
} as const;

export type CounterName = keyof typeof counters;
export type Tallies = Readonly<Record<CounterName, GroupedCounter>>;

const names = Object.keys(counters) as readonly CounterName[];
const numbers: ReadonlySet<string> = new Set(['phase', 'step']);

/** Rows per statement. */
const BATCH = 500;

export const createTallies = (): Tallies => ({
  exposures: new GroupedCounter(),
  conversions: new GroupedCounter(),
  pages: new GroupedCounter(),
  paints: new GroupedCounter(),
  surplus: new GroupedCounter(),
  networks: new GroupedCounter(),
});

export function joinTallies(into: Tallies, from: Tallies): void {
  for (const name of names) into[name].join(from[name]);
}

export const countTallies = (tallies: Tallies): number => names.reduce((sum, name) => sum + tallies[name].size, 0);

/** Adds all tallies to the stored counters. */
export async function writeCounts(tx: Transaction, tallies: Tallies): Promise<void> {
  for (const name of names) for (const entries of inBatches(tallies[name].entries())) await addRows(tx, name, entries);
}

async function addRows(tx: Transaction, name: CounterName, entries: readonly GroupedCount[]): Promise<void> {
  const { table, words, sum } = counters[name];
  const columns = sql.join(words.map((word) => sql.ref(word)));
  const rows = entries.map(({ parts, count }) => {
    const values = words.map((word, index) => (numbers.has(word) ? Number(parts[index]) : (parts[index] ?? '')));
    return sql`(${sql.join([...values, count])})`;
  });
  await sql`insert into ${sql.table(table)} (${columns}, ${sql.ref(sum)}) values ${sql.join(rows)}
    on conflict (${columns}) do update set ${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`.execute(
    tx,
  );
}

function inBatches(entries: readonly GroupedCount[]): readonly (readonly GroupedCount[])[] {
  const count = Math.ceil(entries.length / BATCH);
  return Array.from({ length: count }, (_, index) => entries.slice(index * BATCH, (index + 1) * BATCH));
}
