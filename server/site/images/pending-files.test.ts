import { expect, test } from 'vitest';
import { PendingFiles } from './pending-files.ts';

/** Makes files when it is asked to. */
function bench() {
  const begun: string[] = [];
  const failures: string[] = [];
  let finish = (_error?: Error): void => undefined;
  const files = new PendingFiles({
    make: (path) =>
      new Promise((resolve, reject) => {
        begun.push(path);
        finish = (error) => (error === undefined ? resolve() : reject(error));
      }),
    onFailure: (path) => failures.push(path),
  });
  return { files, begun, failures, finish: (error?: Error) => finish(error) };
}

test('A file is encoded once for all requests, and an existing one is served without waiting', async () => {
  const { files, begun, finish } = bench();
  files.add(['a']);
  expect(files.whenMade('b')).toBeNull();
  const asked = [files.whenMade('a'), files.whenMade('a')];
  expect(begun).toEqual(['a']);
  finish();
  await Promise.all(asked);
  expect(files.whenMade('a')).toBeNull();
  expect(files.size).toBe(0);
});

test('one at a time, first awaited ones, then the others', async () => {
  const { files, begun, finish } = bench();
  let all = 0;
  files.onAllMade(() => (all += 1));
  files.add(['a', 'b', 'c', 'd']);
  files.makeAll();
  void files.whenMade('d');
  void files.whenMade('c');
  for (const [index, path] of ['a', 'd', 'c', 'b'].entries()) {
    await expect.poll(() => begun[index]).toBe(path);
    expect(begun).toHaveLength(index + 1);
    expect(all).toBe(0);
    finish();
  }
  await expect.poll(() => all).toBe(1);
});

test('Files without a request are encoded only after `makeAll`', async () => {
  const { files, begun } = bench();
  files.add(['a', 'b']);
  expect(begun).toEqual([]);
  files.makeAll();
  expect(begun).toEqual(['a']);
});

test('a file that cannot be made is reported once, keeps no one waiting, and stays missing until it is added again', async () => {
  const { files, begun, failures, finish } = bench();
  files.add(['a', 'b']);
  const asked = files.whenMade('a');
  finish(new Error('no image'));
  await asked;
  expect(failures).toEqual(['a']);
  expect(files.lacks('a')).toBe(true);
  expect(files.whenMade('a')).toBeNull();
  files.makeAll();
  await expect.poll(() => begun).toEqual(['a', 'b']);
  finish();
  await expect.poll(() => files.lacks('b')).toBe(false);
  files.add(['a']);
  expect(begun).toEqual(['a', 'b', 'a']);
});

test('After it is closed no request waits, and what breaks then is not a failure', async () => {
  const { files, begun, failures, finish } = bench();
  files.add(['a', 'b']);
  files.makeAll();
  const asked = [files.whenMade('a'), files.whenMade('b')];
  files.close();
  await Promise.all(asked);
  finish(new Error('the process was ended'));
  expect(files.whenMade('b')).toBeNull();
  expect([begun, failures]).toEqual([['a'], []]);
});
