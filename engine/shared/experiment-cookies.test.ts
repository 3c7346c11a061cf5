import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  listExperimentEvents,
  type StickyAssignment,
  markReported,
  readStickyAssignments,
  readVisitorId,
  writeStickyAssignments,
  writeVisitorId,
} from './experiment-cookies.ts';

const variation: StickyAssignment = { bucket: 'hero__0', variation: 'test', at: 1_795_000_000_000, stored: true };

test('variations survive their cookie, whatever their names', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          bucket: fc.string({ minLength: 1, unit: 'grapheme' }),
          variation: fc.string({ minLength: 1 }),
          at: fc.nat(2 ** 31).map((seconds) => seconds * 1000),
          stored: fc.boolean(),
        }),
        { maxLength: 20 },
      ),
      (variations) => {
        expect(readStickyAssignments(writeStickyAssignments(variations))).toEqual(variations);
      },
    ),
  );
});

test('an id and whether it lasts survive their cookie; anything else is not an id', () => {
  for (const lasting of [true, false]) {
    const visitor = { id: 'abcdefgh-0123-4567', lasting };
    expect(readVisitorId(writeVisitorId(visitor))).toEqual(visitor);
  }
  for (const value of [undefined, '', 'short', 'a'.repeat(65), 'abcdefgh01234567.2', '<script>alert(1)</script>']) {
    expect(readVisitorId(value)).toBeNull();
  }
});

test('what the data layer has is noted beside the variation, and never reported again', () => {
  const later: StickyAssignment = { ...variation, bucket: 'zoom__0' };
  const reported = markReported(writeStickyAssignments([variation]));
  expect(readStickyAssignments(reported)).toEqual([{ ...variation, reported: true }]);
  const both = writeStickyAssignments([...readStickyAssignments(reported), later]);
  expect(both.split('!').map((entry) => entry.endsWith('~2'))).toEqual([true, false]);
  const events = listExperimentEvents('abcdefgh01234567.1', both);
  expect(new Set(events.map((event) => event.experiment_id))).toEqual(new Set(['zoom']));
});

test('the data layer gets each variation twice, in the site’s words and in GrowthBook’s, with the time of evaluation', () => {
  expect(listExperimentEvents('abcdefgh01234567.1', writeStickyAssignments([variation]))).toEqual(
    ['assign_experiment', 'experiment_viewed'].map((event) => ({
      event,
      experiment_id: 'hero',
      variation_id: 'test',
      acq_anonymous_id: 'abcdefgh01234567',
      timestamp: new Date(variation.at).toISOString(),
    })),
  );
  expect(listExperimentEvents(undefined, writeStickyAssignments([variation]))).toEqual([]);
});
