import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAlternatives } from '#engine/documents/journeys/uses.ts';
import { seeded } from '#tests/prove/parts/seeded.ts';
import { takeAll } from './all-walks.ts';
import { countWalks, unwalked } from './count-walks.ts';
import { mutants } from './mutants.ts';
import { Stage } from './stage.ts';
import { type KnownWalk, tryMutants } from './try-mutants.ts';

const countsFile = join(import.meta.dirname, '../../docs/journeys/walks.json');
/** Of some 340; `npm run prove -- journey-mutations` tries them all. */
const SAMPLE = 6;

let stage: Stage;
let known: readonly KnownWalk[];

beforeAll(async () => {
  stage = await Stage.open();
  known = await takeAll(stage);
}, 180_000);
afterAll(() => stage.close());

describe('walks of every outcome, by the document of the journey alone,', () => {
  test('come where it says, with the words and the session that it says', () => {
    const failed = known.filter(({ walked }) => walked.differences.length > 0);
    expect(failed.map(({ walked: { name, differences } }) => [name, ...differences].join('\n  '))).toEqual([]);
  });

  test('go over every alternative that it has', () => {
    const covered = new Set(known.flatMap(({ walked }) => walked.covers));
    const places = [...listAlternatives(stage.document)].flatMap(({ alternatives, path }) =>
      alternatives.map((_, index) => [...path, index].join('.')),
    );
    const nobodys = places.filter((place) => !covered.has(place));
    expect(nobodys).toEqual([]);
  });

  test('go over every outcome and every arrow of its machines, as often as the diagrams say', () => {
    const counted = known.flatMap(({ walked }) => walked.counts);
    const counts = countWalks(stage.document, counted);
    expect(unwalked(counts)).toEqual([]);
    if (process.env['WRITE_WALKS'] !== undefined) writeFileSync(countsFile, `${JSON.stringify(counts, null, 2)}\n`);
    expect(counts, 'WRITE_WALKS=1 writes them').toEqual(JSON.parse(readFileSync(countsFile, 'utf8')));
  });

  test('count the conversions that it names; an activation is that of its registration, which was made in no variation here', async () => {
    const named = known.flatMap(({ walked: { visitor, conversions } }) =>
      conversions.map((event) => `${visitor} ${event}`),
    );
    const isActivation = (row: string): boolean => row.endsWith(' account_activated');
    expect(named.some(isActivation)).toBe(true);
    const expected = named.filter((row) => !isActivation(row)).toSorted();
    const { db } = stage.backend.ports.database;
    const counted = async () => {
      const rows = await db.selectFrom('conversions').select(['anonymous_id', 'event']).execute();
      return rows.map(({ anonymous_id, event }) => `${anonymous_id} ${event}`);
    };
    expect(expected.length).toBeGreaterThan(0);
    await expect.poll(counted).toEqual(expect.arrayContaining(expected));
    expect((await counted()).filter(isActivation)).toEqual([]);
  });

  test('notice what is broken in it, one thing at a time', async () => {
    const all = mutants(stage.document);
    const random = seeded(14);
    const sample = Array.from({ length: SAMPLE }, () => all[Math.floor(random() * all.length)]);
    const tried = await tryMutants(
      stage,
      sample.flatMap((each) => each ?? []),
      known,
    );
    const missed = tried.filter(({ killer }) => killer === null);
    expect(missed.map(({ mutant }) => mutant.name)).toEqual([]);
  });
});
