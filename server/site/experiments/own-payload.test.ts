import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeatureApiResponse } from '@growthbook/growthbook';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { OwnPayload } from './own-payload.ts';

const ramp = [
  { at: '2027-01-04T09:00', zone: 'UTC', coverage: 0.25 },
  { at: '2027-03-06T09:00', zone: 'UTC', coverage: 1 },
];

beforeEach(
  () => void vi.useFakeTimers({ now: Date.parse('2027-01-04T08:59Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

function offered(experiment = makeExperiment('first', 'landings/a', { coverage: 0.05, ramp })) {
  const shares: (number | undefined)[] = [];
  const accept = ({ features = {} }: FeatureApiResponse): void =>
    void shares.push(features[experiment.feature]?.rules?.[0]?.coverage);
  const own = new OwnPayload({ accept }, () => [experiment]);
  own.offer();
  return { own, shares };
}

test('A step of a ramp changes what a running server decides by at its moment, also when that is months away', () => {
  const { own, shares } = offered();
  expect(shares).toEqual([0.05]);
  vi.advanceTimersByTime(59_999);
  expect(shares).toEqual([0.05]);
  vi.advanceTimersByTime(1);
  expect(shares).toEqual([0.05, 0.25]);
  vi.advanceTimersByTime(90 * 86_400_000);
  expect(shares.at(-1)).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  own.close();
});

test('A server that is started later, or has its documents changed, begins with the step that has come', () => {
  vi.setSystemTime(Date.parse('2027-02-01T00:00Z'));
  const { own, shares } = offered();
  own.offer();
  expect(shares).toEqual([0.25, 0.25]);
  expect(vi.getTimerCount()).toBe(1);
  own.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('An experiment without a ramp keeps no timer', () => {
  const { shares } = offered(makeExperiment('whole', 'landings/a'));
  expect(shares).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});
