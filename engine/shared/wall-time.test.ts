import { expect, test } from 'vitest';
import { findNextWindowBoundary, toEpoch, computeWindowState } from './wall-time.ts';

const iso = (wall: string, zone: string): string => new Date(toEpoch(wall, zone)).toISOString();

test.each([
  ['2026-11-27T00:00', 'Europe/Berlin', '2026-11-26T23:00:00.000Z'],
  ['2026-07-01T00:00', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['2026-07-01T12:30', 'UTC', '2026-07-01T12:30:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
])('%s in %s is %s', (wall, zone, expected) => {
  expect(iso(wall, zone)).toBe(expected);
});

test('a time that the clocks skip is the first instant after the gap', () => {
  expect(iso('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
  expect(iso('2026-03-29T02:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
  expect(iso('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
});

test('a time that occurs twice is its first occurrence', () => {
  expect(iso('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(iso('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});

test.each(['2026-02-30T00:00', '2026-13-01T00:00', '2026-01-01', '2026-01-01T24:00', ''])(
  '%j is refused as a wall time',
  (wall) => {
    expect(() => toEpoch(wall, 'UTC')).toThrow(RangeError);
  },
);

test('an unknown zone is refused with its name', () => {
  expect(() => toEpoch('2026-01-01T00:00', 'Europe/Atlantis')).toThrow('"Europe/Atlantis" is not a time zone');
});

test('a window includes its first instant and excludes its last', () => {
  const window = { from: '2026-11-27T00:00', to: '2026-12-01T00:00', zone: 'Europe/Berlin' };
  const from = Date.parse('2026-11-26T23:00:00Z');
  const to = Date.parse('2026-11-30T23:00:00Z');
  expect(computeWindowState(window, from - 1)).toBe('before');
  expect(computeWindowState(window, from)).toBe('open');
  expect(computeWindowState(window, to - 1)).toBe('open');
  expect(computeWindowState(window, to)).toBe('after');
  expect(findNextWindowBoundary(window, from - 1)).toBe(from);
  expect(findNextWindowBoundary(window, from)).toBe(to);
  expect(findNextWindowBoundary(window, to)).toBeNull();
});

test('a window without an end stays open', () => {
  const window = { from: '2026-01-01T00:00', zone: 'UTC' };
  expect(computeWindowState(window, Date.parse('2100-01-01T00:00Z'))).toBe('open');
  expect(findNextWindowBoundary(window, Date.parse('2100-01-01T00:00Z'))).toBeNull();
});
