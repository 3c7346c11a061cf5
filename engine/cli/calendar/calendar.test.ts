import { expect, test } from 'vitest';
import { getProject } from '#engine/documents/resolve.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { calmExperiment, calmVariant, type Changes, resolveSmall, swap } from '#tests/helpers/small-project.ts';
import type { WindowUse } from '#engine/documents/window-uses.ts';
import { readSchedule } from '#engine/documents/read-schedule.ts';
import { listClosedVariations, formatGap } from './collisions.ts';

const block = (id: string, from: string, to: string, zone = 'Europe/Berlin'): string =>
  JSON.stringify({ id, type: 'rich-text', title: 'landing.steps', window: { from, to, zone } });

const withBlocks = (...blocks: readonly string[]): Changes => ({
  'pages-config/landings/default.json': swap(
    '"lead": "landing.labels"\n    }',
    `"lead": "landing.labels" }, ${blocks.join()}`,
  ),
});

const readChanges = (changes: Changes) => readSchedule(getProject(resolveSmall(changes)));

test('every moment of a base is in the calendar once, at its instant, however many variants inherit it', () => {
  const { changes } = readChanges(
    withBlocks(block('week', '2026-11-23T00:00', '2026-11-30T00:00', 'Europe/Stockholm')),
  );
  const own = changes.filter(({ who }) => who.includes('"week"'));
  expect(own).toEqual([
    expect.objectContaining({
      what: 'opens',
      at: Date.parse('2026-11-22T23:00Z'),
      wall: '2026-11-23T00:00',
      zone: 'Europe/Stockholm',
    }),
    expect.objectContaining({ what: 'closes', who: 'landings/default rich-text "week"' }),
  ]);
});

test('a claim ends with its last day', () => {
  const ends = readChanges({}).changes.filter(({ what }) => what === 'claim ends');
  expect(ends[0]?.at).toBe(Date.parse(ends[0]?.wall ?? '') + 86_400_000);
});

test('neighbours that follow each other leave no gap and do not overlap, whatever their zones', () => {
  const formatRow = (...windows: readonly [string, string, string?][]): readonly string[] =>
    readChanges(withBlocks(...windows.map(([from, to, zone], index) => block(`b${index}`, from, to, zone)))).gaps.map(
      formatGap,
    );
  expect(formatRow(['2026-11-23T00:00', '2026-11-30T00:00'], ['2026-11-30T00:00', '2026-12-01T00:00'])).toEqual([]);
  expect(formatRow(['2026-11-23T00:00', '2026-11-30T00:00'], ['2026-11-29T23:00', '2026-12-01T00:00', 'UTC'])).toEqual(
    [],
  );
  expect(formatRow(['2026-11-23T00:00', '2026-11-29T00:00'], ['2026-11-30T00:00', '2026-12-01T00:00'])).toEqual([
    'gap      nothing between 2026-11-29T00:00 Europe/Berlin, when landings/default rich-text "b0" closes, and 2026-11-30T00:00 Europe/Berlin, when landings/default rich-text "b1" opens',
  ]);
  expect(formatRow(['2026-11-23T00:00', '2026-12-05T00:00'], ['2026-11-30T00:00', '2026-12-01T00:00'])).toEqual([
    'overlap  landings/default rich-text "b0" and landings/default rich-text "b1" both from 2026-11-30T00:00 Europe/Berlin to 2026-12-01T00:00 Europe/Berlin',
  ]);
});

test('a live experiment with a variation that is closed is named', () => {
  const to = '2026-12-01T00:00';
  const slot: WindowUse = {
    who: 'landings/short',
    document: 'landings/short',
    window: { to, zone: 'UTC' },
    from: Number.NEGATIVE_INFINITY,
    to: Date.parse(`${to}Z`),
    location: { file: '', path: [] },
  };
  const windows = new Map([['landings/short', slot]]);
  const experiment = makeExperiment('hero', 'landings/short');
  expect(listClosedVariations(experiment, windows, slot.to - 1)).toEqual([]);
  expect(listClosedVariations(experiment, windows, slot.to)).toEqual([
    'closed   the experiment "hero" is live, but "landings/short" closed at 2026-12-01T00:00 UTC',
  ]);
  expect(listClosedVariations({ ...experiment, status: 'paused' }, windows, slot.to)).toEqual([]);
});

test('the window of an experiment and each step of its ramp are in the calendar', () => {
  const ramp = [{ at: '2027-01-04T09:00', zone: 'Europe/Berlin', coverage: 0.25 }];
  const calm = { ...calmExperiment, coverage: 0.05, ramp, window: { from: '2027-01-01T00:00', zone: 'UTC' } };
  const { changes } = readChanges({
    'pages-config/landings/calm.json': JSON.stringify(calmVariant),
    'pages-config/experiments/calm.json': JSON.stringify(calm),
  });
  expect(changes.filter(({ who }) => who.includes('"calm"'))).toEqual([
    expect.objectContaining({ what: 'opens', who: 'the experiment "calm"', at: Date.parse('2027-01-01T00:00Z') }),
    expect.objectContaining({
      what: 'ramp',
      who: 'the experiment "calm": 0.25 of its visitors',
      at: Date.parse('2027-01-04T08:00Z'),
      location: { file: 'pages-config/experiments/calm.json', path: ['ramp', 0, 'at'] },
    }),
  ]);
});
