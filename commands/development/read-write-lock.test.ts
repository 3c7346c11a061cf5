import { expect, test } from 'vitest';
import { ReadWriteLock } from './read-write-lock.ts';

test('Work alone waits for what runs, and what comes meanwhile waits for it, however it ends', async () => {
  const lock = new ReadWriteLock();
  const said: string[] = [];
  const say = (words: string) => async (): Promise<void> => {
    said.push(words);
  };
  const first = Promise.withResolvers<void>();
  const before = lock.shared(() => first.promise.then(say('before')));
  const restart = Promise.withResolvers<void>();
  const alone = lock.exclusive(() => restart.promise.then(say('alone')));
  const after = lock.shared(say('after'));
  const joined = lock.exclusive(say('joined'));
  await joined;
  first.reject(new Error('The page cannot be rendered.'));
  await expect(before).rejects.toThrow('cannot be rendered');
  restart.resolve();
  await Promise.all([alone, after]);
  expect(said).toEqual(['joined', 'alone', 'after']);

  await expect(lock.exclusive(() => Promise.reject(new Error('The settings are not code.')))).rejects.toThrow(
    'not code',
  );
  expect(await lock.shared(async () => 'goes on')).toBe('goes on');
});
