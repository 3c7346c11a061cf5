import { expect, test, vi } from 'vitest';
import type { ReloadOutcome } from '#server/site/store/site-store.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { buildShadowedPathsMetric, watchShadowedPaths } from './watch-shadowed-paths.ts';

type Listener = (outcome: ReloadOutcome) => void;

function watched(shadowedPaths: () => Promise<readonly string[]>) {
  const listeners: Listener[] = [];
  const warn = vi.fn<(fields: object, message: string) => void>();
  const siteStore = { onReload: (listener: Listener) => void listeners.push(listener) };
  const watch = watchShadowedPaths({ shadowedPaths, siteStore, log: { warn } as never });
  const reload = (outcome: ReloadOutcome): Promise<void> => {
    for (const listener of listeners) listener(outcome);
    return watch.settled();
  };
  return { watch, warn, reload };
}

const changed: ReloadOutcome = { kind: 'changed', site: makeSite() };

test('Pages in the way of a code are named by log, health and metrics, and take no server out of service', async () => {
  const { watch, warn } = watched(async () => ['/viral']);
  await watch.settled();
  expect(watch.health()).toEqual({ reasons: [], details: { shadowedPaths: ['/viral'] } });
  expect(warn).toHaveBeenCalledWith({ paths: ['/viral'] }, expect.stringContaining('npm run check -- --codes'));
  expect((await buildShadowedPathsMetric(watch).get()).values).toMatchObject([{ value: 1 }]);
});

test('They are looked for again when the site has changed, and not when it has not', async () => {
  const answers = [['/viral'], []];
  const asked = vi.fn<() => Promise<readonly string[]>>(async () => answers.shift() ?? []);
  const { watch, reload } = watched(asked);
  await reload({ kind: 'unchanged' });
  expect([asked.mock.calls.length, watch.count()]).toEqual([1, 1]);
  await reload(changed);
  expect([asked.mock.calls.length, watch.count()]).toEqual([2, 0]);
  expect(watch.health()).toEqual({ reasons: [] });
});

test('A database that is away keeps what was known, and the server running', async () => {
  const answers = [async () => ['/viral'], () => Promise.reject(new Error('away'))];
  const { watch, warn, reload } = watched(() => (answers.shift() ?? (async () => []))());
  await watch.settled();
  await reload(changed);
  expect(watch.count()).toBe(1);
  expect(warn).toHaveBeenLastCalledWith(
    { err: expect.objectContaining({ message: 'away' }) as unknown },
    expect.any(String),
  );
});
