import { beforeEach, expect, test } from 'vitest';
import { experimentsStore, recordLiveExperiments, settleExperiments, waitForExperiments } from './experiments.ts';

const isLoading = (): boolean => experimentsStore.getState().isLoading;

beforeEach(() => {
  settleExperiments();
  experimentsStore.setState(experimentsStore.getInitialState());
});

test('experiments count as loading until the first island is live: the server had decided them before', () => {
  expect(isLoading()).toBe(true);
  recordLiveExperiments();
  expect(isLoading()).toBe(false);
});

test('while flags are on their way an island that is live changes nothing; their arrival or failure does', () => {
  waitForExperiments();
  recordLiveExperiments();
  expect(isLoading()).toBe(true);
  settleExperiments();
  expect(isLoading()).toBe(false);
  recordLiveExperiments();
  expect(isLoading()).toBe(false);
});
